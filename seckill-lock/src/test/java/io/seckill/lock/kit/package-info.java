/** What every lock must do, whoever wrote it: the contract, the fuzz, and the means to run them. */
package io.seckill.lock.kit;
