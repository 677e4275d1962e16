/** What the tests of the API stand on: running processes on real stores, sales, a client, a crowd. */
package io.seckill.api.support;
