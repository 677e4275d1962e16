package io.seckill.lock.broken;

import org.springframework.data.redis.core.StringRedisTemplate;

/** Compares the owner, but in a call of its own: the lock may expire and change hands before the delete. */
public final class CompareThenDelete extends BrokenLock {

    private final Runnable between;

    public CompareThenDelete(StringRedisTemplate redis, Runnable between) {
        super(redis);
        this.between = between;
    }

    @Override
    public boolean unlock(String bizKey, String requestId) {
        if (!requestId.equals(redis.opsForValue().get(key(bizKey)))) {
            return false;
        }
        between.run();
        return Boolean.TRUE.equals(redis.delete(key(bizKey)));
    }
}
