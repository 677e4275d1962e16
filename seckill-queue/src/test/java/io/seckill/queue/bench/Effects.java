package io.seckill.queue.bench;

import io.seckill.queue.BatchResult;
import io.seckill.queue.Delivery;
import io.seckill.queue.OrderHandler;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * An idempotent handler whose effects are counted in Redis: per message its last delivery's number and whether it had an
 * effect (a second time has none), the sum of effects, and how often a message was handled.
 */
public final class Effects implements OrderHandler {

    private static final RedisScript<Long> APPLY = RedisScript.of(
            "local effects = 0 for i = 1, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])"
                    + " if redis.call('SADD', KEYS[2], ARGV[i]) == 1 then effects = effects + 1 end end"
                    + " redis.call('INCRBY', KEYS[3], effects) redis.call('INCRBY', KEYS[4], #ARGV / 2) return effects",
            Long.class);

    private final StringRedisTemplate redis;

    public Effects(RedisConnectionFactory connections) {
        this.redis = new StringRedisTemplate(connections);
    }

    /** Hash of deliveries by id, set of the ids that had an effect, number of effects, number of handlings. */
    public static List<String> keys(String queue) {
        return List.of(queue + ":delivered", queue + ":done", queue + ":effects", queue + ":handled");
    }

    @Override
    public BatchResult handle(String queue, List<Delivery> batch) {
        redis.execute(APPLY, keys(queue), (Object[]) batch.stream()
                .flatMap(delivery -> Stream.of(delivery.messageId(), Integer.toString(delivery.deliveries())))
                .toArray(String[]::new));
        return BatchResult.allDone(batch);
    }
}
