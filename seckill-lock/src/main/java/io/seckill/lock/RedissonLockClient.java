package io.seckill.lock;

import io.seckill.lock.LockException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.RedissonFencedLock;
import org.redisson.api.RFuture;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The same locks over Redisson 4.7: its fenced lock, its waiting by publish and subscribe, and its watchdog.
 *
 * <p>Two things differ from {@link RedisLockClient}: an owner who enters its lock once more through {@link #acquire} gets
 * a larger token, not the same; and an owner is known in one process only, for Redisson puts the client's id before it.
 */
public final class RedissonLockClient implements LockClient {

    /** Microseconds of the year 2001: a token below it was counted from zero, that is, the counter is new or was lost. */
    private static final long YOUNGEST_TOKEN = 1_000_000_000_000_000L;

    private static final String FENCE = LockScripts.text("redisson-fence");

    private final RedissonClient redisson;
    private final LockProperties properties;
    private final LockListener listener;
    private final LockKeys keys;

    /**
     * @param redisson its {@code lockWatchdogTimeout} is the lease of renewed locks
     * @param properties prefix and expiry
     * @param listener is told of plain locks that were lost
     */
    public RedissonLockClient(RedissonClient redisson, LockProperties properties, LockListener listener) {
        this.redisson = redisson;
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
        return ask(
                bizKey,
                requestId,
                () -> redisson.getBucket(key, StringCodec.INSTANCE).setIfAbsent(requestId, expiry));
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

    private boolean isOurs(RedisScript<Long> script, String name, String requestId, Object... more) {
        Object[] args = new Object[1 + more.length];
        args[0] = requestId;
        System.arraycopy(more, 0, args, 1, more.length);
        long code = ask(name, requestId, () -> eval(script.getScriptAsString(), keys.lock(name), args));
        if (code == -1) {
            throw new LockException(Reason.FOREIGN_HOLDER, name, requestId, null);
        }
        return code == 1;
    }

    private long eval(String script, String key, Object... args) {
        return redisson.getScript(StringCodec.INSTANCE)
                .eval(Mode.READ_WRITE, script, ReturnType.LONG, List.of(key), args);
    }

    @Override
    public Optional<LockLease> acquire(LockRequest request) throws InterruptedException {
        long start = System.nanoTime();
        // A lock object of its own: Redisson keeps the lease of the last call in a field of it.
        RedissonFencedLock lock = (RedissonFencedLock) redisson.getFencedLock(keys.lock(request.name()));
        long threadId = threadId(request.owner());
        long leaseMs = request.lease() == null ? -1 : request.lease().toMillis();
        while (true) {
            long waitMs = Math.max(0, request.patience().toMillis() - (System.nanoTime() - start) / 1_000_000);
            Long token = await(request, lock.tryLockAndGetTokenAsync(waitMs, leaseMs, TimeUnit.MILLISECONDS, threadId));
            if (token == null) {
                return Optional.empty();
            }
            Lease lease = new Lease(request, lock, threadId, token);
            if (token >= YOUNGEST_TOKEN) {
                return Optional.of(lease.started());
            }
            // Asked anew, not lifted under this hold: the token must come from the step that grants the lock.
            lease.release();
            ask(request.name(), request.owner(), () -> eval(FENCE, "redisson_lock_token:" + lock.getName()));
        }
    }

    /** Redisson tells owners apart by a number: 63 bits of a digest, so that two owners of one process never meet. */
    private static long threadId(String owner) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong() & Long.MAX_VALUE;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static @Nullable Long await(LockRequest request, RFuture<@Nullable Long> answer)
            throws InterruptedException {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(false); // Redisson then gives back a lock that is granted all the same.
            throw e;
        } catch (ExecutionException e) {
            throw broken(request.name(), request.owner(), e.getCause() == null ? e : e.getCause());
        }
    }

    private static <T> T ask(String name, String owner, Supplier<T> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            throw broken(name, owner, e instanceof CompletionException && e.getCause() != null ? e.getCause() : e);
        }
    }

    private static LockException broken(String name, String owner, Throwable cause) {
        boolean foreign = String.valueOf(cause.getMessage()).contains("WRONGTYPE");
        return new LockException(foreign ? Reason.FOREIGN_HOLDER : Reason.NO_ANSWER, name, owner, cause);
    }

    private final class Lease implements LockLease {

        private final LockRequest request;
        private final RedissonFencedLock lock;
        private final long threadId;
        private final long token;
        private volatile long validUntil;

        Lease(LockRequest request, RedissonFencedLock lock, long threadId, long token) {
            this.request = request;
            this.lock = lock;
            this.threadId = threadId;
            this.token = token;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public Duration length() {
            return request.lease() != null
                    ? request.lease()
                    : Duration.ofMillis(redisson.getConfig().getLockWatchdogTimeout());
        }

        @Override
        public long validUntil() {
            return validUntil;
        }

        /** The watchdog renews by itself and tells nobody when it fails: this only looks what became of it. */
        @Override
        public boolean renew() {
            readTimeLeft();
            return ask(request.name(), request.owner(), () -> lock.isHeldByThread(threadId));
        }

        Lease started() {
            try {
                readTimeLeft();
                return this;
            } catch (LockException e) {
                // Nobody will hold this lease: the watchdog must not renew it for ever.
                lock.unlockAsync(threadId);
                throw e;
            }
        }

        private void readTimeLeft() {
            long sentAt = System.nanoTime();
            long left = ask(request.name(), request.owner(), lock::remainTimeToLive);
            validUntil = sentAt + TimeUnit.MILLISECONDS.toNanos(Math.max(0, left));
        }

        @Override
        public boolean release() {
            return ask(request.name(), request.owner(), () -> {
                try {
                    lock.unlockAsync(threadId).toCompletableFuture().join();
                    return true;
                } catch (CompletionException e) {
                    if (e.getCause() instanceof IllegalMonitorStateException) {
                        return false;
                    }
                    throw e;
                }
            });
        }
    }
}
