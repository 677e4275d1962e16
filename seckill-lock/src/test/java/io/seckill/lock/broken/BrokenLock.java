package io.seckill.lock.broken;

import io.seckill.lock.LockClient;
import io.seckill.lock.LockLease;
import io.seckill.lock.LockListener;
import io.seckill.lock.LockProperties;
import io.seckill.lock.LockRequest;
import io.seckill.lock.RedisLockClient;
import java.util.Optional;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Right in all but what a subclass gets wrong. */
abstract class BrokenLock implements LockClient {

    final StringRedisTemplate redis;
    final LockClient right;

    BrokenLock(StringRedisTemplate redis) {
        this.redis = redis;
        this.right = new RedisLockClient(redis, LockProperties.defaults(), LockListener.NONE);
    }

    static String key(String bizKey) {
        return "seckill:lock:{" + bizKey + "}";
    }

    @Override
    public boolean tryLock(String bizKey, String requestId) {
        return tryLock(bizKey, requestId, 1000);
    }

    @Override
    public boolean tryLock(String bizKey, String requestId, long expireMs) {
        return right.tryLock(bizKey, requestId, expireMs);
    }

    @Override
    public boolean unlock(String bizKey, String requestId) {
        return right.unlock(bizKey, requestId);
    }

    @Override
    public boolean extend(String bizKey, String requestId, long expireMs) {
        return right.extend(bizKey, requestId, expireMs);
    }

    @Override
    public Optional<LockLease> acquire(LockRequest request) throws InterruptedException {
        return right.acquire(request);
    }
}
