/** Long runs and measurements, by hand; a short one of them is among the tests. */
package io.seckill.queue.bench;
