package io.seckill.service.monitor;

import io.seckill.common.RedisKeys;
import java.util.Set;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Reads a queue's figures. */
@Component
class QueueReader {

    private final StringRedisTemplate redis;

    QueueReader(StringRedisTemplate redis) {
        this.redis = redis;
    }

    QueueFigures read(long activityId) {
        String queue = RedisKeys.queue(activityId);
        Set<String> workers = redis.opsForZSet().range(queue + ":workers", 0, -1);
        long queued = redis.opsForList().size(queue);
        long inProcessing = workers.stream()
                .mapToLong(worker -> redis.opsForList().size(queue + ":processing:" + worker))
                .sum();
        return new QueueFigures(queued, inProcessing, redis.opsForZSet().zCard(queue + ":retry"), workers.size());
    }
}
