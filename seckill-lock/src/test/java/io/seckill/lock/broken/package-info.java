/** Locks as they are often written, each with one fault: the contract must fail every one of them. */
package io.seckill.lock.broken;
