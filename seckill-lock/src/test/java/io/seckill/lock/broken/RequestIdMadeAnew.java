package io.seckill.lock.broken;

import java.util.UUID;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Asks for a new id where it should carry the old one: it never unlocks. */
public final class RequestIdMadeAnew extends BrokenLock {

    public RequestIdMadeAnew(StringRedisTemplate redis) {
        super(redis);
    }

    @Override
    public boolean tryLock(String bizKey, String requestId, long expireMs) {
        return right.tryLock(bizKey, UUID.randomUUID().toString(), expireMs);
    }

    @Override
    public boolean unlock(String bizKey, String requestId) {
        return right.unlock(bizKey, UUID.randomUUID().toString());
    }
}
