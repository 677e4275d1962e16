package io.seckill.queue;

import java.util.concurrent.atomic.LongAdder;

/** What a pool did since it was made. */
final class PoolCounters {

    final LongAdder done = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder buried = new LongAdder();
    final LongAdder handedBack = new LongAdder();
    final LongAdder recovered = new LongAdder();
    final LongAdder leasesLost = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder handlingNanos = new LongAdder();
    final LongAdder workersDied = new LongAdder();
}
