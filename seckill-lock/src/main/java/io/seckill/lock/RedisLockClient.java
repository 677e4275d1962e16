package io.seckill.lock;

import io.seckill.lock.LockException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Locks on plain Redis, 6.2 or later, by a {@link StringRedisTemplate} alone. Whoever waits asks again after a pause that
 * grows from 5 ms to {@code seckill.lock.max-pause}, each cut by chance so that waiters do not march in step; there is no
 * queue, and no promise who is next.
 */
public final class RedisLockClient implements LockClient {

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(5);

    private final StringRedisTemplate redis;
    private final LockProperties properties;
    private final LockListener listener;
    private final LockKeys keys;

    /**
     * @param redis must not take part in Spring's transactions: a lock that is queued in a MULTI is no lock
     * @param properties prefix, expiry, lease and pause
     * @param listener is told of plain locks that were lost
     */
    public RedisLockClient(StringRedisTemplate redis, LockProperties properties, LockListener listener) {
        this.redis = redis;
        this.properties = properties;
        this.listener = listener;
        this.keys = new LockKeys(properties.prefix());
    }

    @Override
    public boolean tryLock(String bizKey, String requestId) {
        return tryLock(bizKey, requestId, properties.expiry().toMillis());
    }

    @Override
    public boolean tryLock(String bizKey, String requestId, long expireMs) {
        PlainLocks.require(requestId, expireMs);
        String key = keys.lock(bizKey);
        Duration expiry = Duration.ofMillis(expireMs);
        return ask(bizKey, requestId, () -> redis.opsForValue().setIfAbsent(key, requestId, expiry));
    }

    @Override
    public boolean unlock(String bizKey, String requestId) {
        boolean ours = isOurs(LockScripts.PLAIN_UNLOCK, bizKey, requestId);
        if (!ours) {
            PlainLocks.tellLost(listener, bizKey, requestId);
        }
        return ours;
    }

    @Override
    public boolean extend(String bizKey, String requestId, long expireMs) {
        PlainLocks.require(requestId, expireMs);
        return isOurs(LockScripts.PLAIN_EXTEND, bizKey, requestId, Long.toString(expireMs));
    }

    @Override
    public Optional<LockLease> acquire(LockRequest request) throws InterruptedException {
        Duration length = request.lease() == null ? properties.lease() : request.lease();
        long start = System.nanoTime();
        long pause = FIRST_PAUSE;
        while (true) {
            Optional<LockLease> lease = acquireOnce(request, length);
            long left = request.patience().toNanos() - (System.nanoTime() - start);
            if (lease.isPresent() || left <= 0) {
                return lease;
            }
            TimeUnit.NANOSECONDS.sleep(
                    Math.min(left, ThreadLocalRandom.current().nextLong(pause / 2, pause)));
            pause = Math.min(pause * 2, properties.maxPause().toNanos());
        }
    }

    private Optional<LockLease> acquireOnce(LockRequest request, Duration length) throws InterruptedException {
        long sentAt = System.nanoTime();
        List<?> reply;
        try {
            reply = ask(
                    request.name(),
                    request.owner(),
                    () -> redis.execute(
                            LockScripts.ACQUIRE,
                            List.of(keys.lock(request.name()), keys.fence(request.name())),
                            request.owner(),
                            Long.toString(length.toMillis()),
                            newCall()));
        } catch (LockException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
            }
            throw e;
        }
        long code = (Long) reply.get(0);
        if (code < 0) {
            Reason reason = code == -1 ? Reason.FOREIGN_HOLDER : Reason.DAMAGED_FENCE;
            throw new LockException(reason, request.name(), request.owner(), null);
        }
        return code == 0
                ? Optional.empty()
                : Optional.of(new Lease(request, length, (Long) reply.get(1), sentAt + length.toNanos()));
    }

    private boolean isOurs(RedisScript<Long> script, String name, String owner, String... more) {
        Object[] args = new Object[1 + more.length];
        args[0] = owner;
        System.arraycopy(more, 0, args, 1, more.length);
        return isOurs(name, owner, ask(name, owner, () -> redis.execute(script, List.of(keys.lock(name)), args)));
    }

    static boolean isOurs(String name, String owner, long code) {
        if (code == -1) {
            throw new LockException(Reason.FOREIGN_HOLDER, name, owner, null);
        }
        return code == 1;
    }

    private static <T> T ask(String name, String owner, Supplier<@Nullable T> question) {
        T answer;
        try {
            answer = question.get();
        } catch (RuntimeException e) {
            throw new LockException(Reason.NO_ANSWER, name, owner, e);
        }
        if (answer == null) {
            // Queued in a MULTI or a pipeline: it will be done some day, which is no lock.
            throw new LockException(Reason.NO_ANSWER, name, owner, null);
        }
        return answer;
    }

    /** Marks one call, so that the client library may resend it after a lost answer without entering or leaving twice. */
    private static String newCall() {
        return Long.toUnsignedString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
    }

    private final class Lease implements LockLease {

        private final LockRequest request;
        private final Duration length;
        private final long token;
        private volatile long validUntil;

        Lease(LockRequest request, Duration length, long token, long validUntil) {
            this.request = request;
            this.length = length;
            this.token = token;
            this.validUntil = validUntil;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public Duration length() {
            return length;
        }

        @Override
        public long validUntil() {
            return validUntil;
        }

        @Override
        public boolean renew() {
            long sentAt = System.nanoTime();
            boolean ours = isOurs(
                    LockScripts.EXTEND,
                    request.name(),
                    request.owner(),
                    Long.toString(token),
                    Long.toString(length.toMillis()));
            if (ours) {
                validUntil = sentAt + length.toNanos();
            }
            return ours;
        }

        @Override
        public boolean release() {
            return isOurs(LockScripts.RELEASE, request.name(), request.owner(), Long.toString(token), newCall());
        }
    }
}
