package io.seckill.lock.broken;

import java.time.Duration;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Written through a template with its default serialiser, compared by a script as plain text: never equal. */
public final class JdkSerialisedValue extends BrokenLock {

    private final RedisTemplate<Object, Object> jdk = new RedisTemplate<>();

    public JdkSerialisedValue(StringRedisTemplate redis) {
        super(redis);
        jdk.setConnectionFactory(redis.getRequiredConnectionFactory());
        jdk.setKeySerializer(redis.getKeySerializer());
        jdk.afterPropertiesSet();
    }

    @Override
    public boolean tryLock(String bizKey, String requestId, long expireMs) {
        return Boolean.TRUE.equals(jdk.opsForValue().setIfAbsent(key(bizKey), requestId, Duration.ofMillis(expireMs)));
    }
}
