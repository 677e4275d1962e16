package io.seckill.lock.broken;

import org.springframework.data.redis.core.StringRedisTemplate;

/** Whoever comes too late frees the lock of the next. */
public final class DeleteWithoutCompare extends BrokenLock {

    public DeleteWithoutCompare(StringRedisTemplate redis) {
        super(redis);
    }

    @Override
    public boolean unlock(String bizKey, String requestId) {
        return Boolean.TRUE.equals(redis.delete(key(bizKey)));
    }
}
