package io.seckill.queue;

import io.seckill.queue.contract.QueueContract;
import io.seckill.queue.contract.QueueUnderTest;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Our queue keeps the contract. */
class ListQueueContractTest extends QueueContract {

    @Override
    protected QueueUnderTest newQueue() {
        return new ListQueueUnderTest();
    }

    private static final class ListQueueUnderTest implements QueueUnderTest {

        private final TestBed bed = new TestBed();

        ListQueueUnderTest() {
            // Few looks, so that the commands after which a consumer can die are mostly those that move something.
            bed.set("lease", "1s").set("threads", 1).set("poll-min", "20ms").set("poll-max", "200ms");
            bed.set("grace", "100ms").set("batch-size", 50);
        }

        @Override
        public String host() {
            return TestBed.shared().host();
        }

        @Override
        public int port() {
            return TestBed.shared().port();
        }

        @Override
        public void push(String id, String body) {
            bed.orderQueue().push(bed.queue, id, body);
        }

        @Override
        public void pushRaw(byte[] raw) {
            bed.pushRaw(raw);
        }

        @Override
        public byte[] encode(String id, String body) {
            return WireFormat.encode(id, System.currentTimeMillis(), body).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public AutoCloseable consume(String host, int port, Handler handler) {
            WorkerPool pool = bed.pool(
                    bed.connect(host, port, TestBed.shared().password()), (queue, batch) -> handle(handler, batch));
            pool.start();
            return pool::stop;
        }

        private static BatchResult handle(Handler handler, List<Delivery> batch) throws Exception {
            BatchResult.Builder result = BatchResult.builder();
            for (Delivery delivery : batch) {
                try {
                    if (handler.handle(delivery.messageId(), delivery.body()) == Verdict.DONE) {
                        result.done(delivery.messageId());
                    } else {
                        result.retry(delivery.messageId(), "once more");
                    }
                } catch (IllegalStateException e) {
                    result.retry(delivery.messageId(), e.toString());
                }
            }
            return result.build();
        }

        @Override
        public long remaining() {
            QueueSnapshot snapshot = bed.orderQueue().snapshot(bed.queue);
            return snapshot.queued() + snapshot.inProcessing() + snapshot.retrying();
        }

        @Override
        public List<byte[]> buried() {
            return bed.sink.ids().stream().map(id -> bed.sink.letter(id).raw()).toList();
        }

        @Override
        public int mostFailures() {
            return bed.properties().maxFailures();
        }

        @Override
        public void close() {
            bed.close();
        }
    }
}
