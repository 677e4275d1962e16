package io.seckill.queue;

import io.seckill.queue.contract.QueueUnderTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Queues as they are often written, each with one fault: they show that the contract notices it. */
final class BrokenQueue implements QueueUnderTest {

    /** What is wrong. */
    enum Fault {
        /** The message is in nobody's list while it is handled. */
        PLAIN_POP,
        /** The message is taken off the processing list before it is handled. */
        ACK_FIRST,
        /** A message that failed is taken off the processing list by one call and put back by another. */
        TWO_CALL_RETRY
    }

    private final Fault fault;
    private final TestBed bed = new TestBed();
    private final String processing = bed.queue + ":processing:";

    BrokenQueue(Fault fault) {
        this.fault = fault;
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
        bed.redis.opsForList().leftPush(bed.queue, id + "|" + body);
    }

    @Override
    public void pushRaw(byte[] raw) {
        bed.pushRaw(raw);
    }

    @Override
    public byte[] encode(String id, String body) {
        return (id + "|" + body).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public AutoCloseable consume(String host, int port, Handler handler) {
        StringRedisTemplate redis =
                new StringRedisTemplate(bed.connect(host, port, TestBed.shared().password()));
        CountDownLatch stop = new CountDownLatch(1);
        String own = processing + UUID.randomUUID();
        Thread thread = new Thread(() -> {
            try {
                recover(redis);
                boolean news = true;
                while (!stop.await(news ? 0 : 5, TimeUnit.MILLISECONDS)) {
                    news = step(redis, own, handler);
                }
            } catch (Exception e) {
                // The link is cut: this consumer is dead.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return () -> {
            stop.countDown();
            thread.interrupt();
            thread.join(5000);
        };
    }

    /** The kit starts a second consumer only when the first is dead. */
    private void recover(StringRedisTemplate redis) {
        for (String dead : redis.keys(pattern())) {
            while (redis.opsForList().move(dead, Direction.LEFT, bed.queue, Direction.RIGHT) != null) {
                continue;
            }
        }
    }

    private String pattern() {
        return processing.replace("{", "\\{").replace("}", "\\}") + "*";
    }

    private boolean step(StringRedisTemplate redis, String own, Handler handler) throws Exception {
        String message = take(redis, own);
        if (message == null) {
            return false;
        }
        if (fault == Fault.ACK_FIRST) {
            redis.opsForList().remove(own, 1, message);
        }
        String[] parts = message.split("\\|", 2);
        Verdict verdict = handler.handle(parts[0], parts.length > 1 ? parts[1] : "");
        if (fault == Fault.TWO_CALL_RETRY) {
            redis.opsForList().remove(own, 1, message);
        }
        if (verdict == Verdict.RETRY) {
            redis.opsForList().leftPush(bed.queue, message);
        }
        return true;
    }

    private @Nullable String take(StringRedisTemplate redis, String own) {
        return fault == Fault.PLAIN_POP
                ? redis.opsForList().rightPop(bed.queue)
                : redis.opsForList().move(bed.queue, Direction.RIGHT, own, Direction.LEFT);
    }

    @Override
    public long remaining() {
        long all = bed.redis.opsForList().size(bed.queue);
        for (String list : bed.redis.keys(pattern())) {
            all += bed.redis.opsForList().size(list);
        }
        return all;
    }

    @Override
    public List<byte[]> buried() {
        return List.of();
    }

    @Override
    public int mostFailures() {
        return 3;
    }

    @Override
    public void close() {
        bed.close();
    }
}
