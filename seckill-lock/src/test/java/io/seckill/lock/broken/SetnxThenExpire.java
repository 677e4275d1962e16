package io.seckill.lock.broken;

import io.seckill.lock.LockException;
import java.time.Duration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The expiry is a second call: who dies between the two holds the lock for ever. */
public final class SetnxThenExpire extends BrokenLock {

    public SetnxThenExpire(StringRedisTemplate redis) {
        super(redis);
    }

    @Override
    public boolean tryLock(String bizKey, String requestId, long expireMs) {
        try {
            if (!Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(key(bizKey), requestId))) {
                return false;
            }
            redis.expire(key(bizKey), Duration.ofMillis(expireMs));
            return true;
        } catch (DataAccessException e) {
            throw new LockException(LockException.Reason.NO_ANSWER, bizKey, requestId, e);
        }
    }
}
