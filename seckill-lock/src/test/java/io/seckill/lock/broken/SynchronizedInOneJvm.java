package io.seckill.lock.broken;

import io.seckill.lock.LockLease;
import io.seckill.lock.LockRequest;
import io.seckill.lock.RedisNodes;
import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What {@code synchronized} comes to: perfect, for the threads of one JVM. */
public final class SynchronizedInOneJvm extends BrokenLock {

    private static final Map<String, String> HOLDERS = new HashMap<>();
    private static long tokens;

    public SynchronizedInOneJvm(StringRedisTemplate redis) {
        super(redis);
    }

    @Override
    public Optional<LockLease> acquire(LockRequest request) throws InterruptedException {
        synchronized (HOLDERS) {
            long end = System.nanoTime() + request.patience().toNanos();
            while (HOLDERS.containsKey(request.name())) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return Optional.empty();
                }
                TimeUnit.NANOSECONDS.timedWait(HOLDERS, left);
            }
            HOLDERS.put(request.name(), request.owner());
            return Optional.of(new Lease(request.name(), ++tokens));
        }
    }

    private record Lease(String name, long token) implements LockLease {

        @Override
        public Duration length() {
            return Duration.ofHours(1);
        }

        @Override
        public long validUntil() {
            return System.nanoTime() + length().toNanos();
        }

        @Override
        public boolean renew() {
            return true;
        }

        @Override
        public boolean release() {
            synchronized (HOLDERS) {
                HOLDERS.remove(name);
                HOLDERS.notifyAll();
                return true;
            }
        }
    }

    /** Opens such locks. */
    public static final class Nodes implements LockNodes {

        @Override
        public LockNode open(RedisAddress redis, Duration lease) {
            return RedisNodes.open(redis, lease, SynchronizedInOneJvm::new);
        }
    }
}
