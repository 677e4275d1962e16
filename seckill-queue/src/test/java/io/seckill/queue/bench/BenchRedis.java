package io.seckill.queue.bench;

import io.seckill.queue.QueueProperties;
import io.seckill.queue.WireFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Connections, settings and messages of the long runs. */
final class BenchRedis {

    private static final int CHUNK = 1000;

    private BenchRedis() {}

    static LettuceConnectionFactory connect(String host, int port, String password, Duration timeout) {
        RedisStandaloneConfiguration address = new RedisStandaloneConfiguration(host, port);
        address.setPassword(password);
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                address,
                LettuceClientConfiguration.builder()
                        .commandTimeout(timeout)
                        .shutdownTimeout(Duration.ZERO)
                        .build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    /** Settings by their names below {@code seckill.queue}. */
    static QueueProperties properties(Map<String, String> settings) {
        Map<String, Object> all = new HashMap<>();
        settings.forEach((name, value) -> all.put("seckill.queue." + name, value));
        return new Binder(new MapConfigurationPropertySource(all)).bindOrCreate("seckill.queue", QueueProperties.class);
    }

    /** Ids 1 to n. */
    static void push(StringRedisTemplate redis, String registry, String queue, int n) {
        redis.opsForSet().add(registry, queue);
        byte[] key = queue.getBytes(StandardCharsets.UTF_8);
        for (int from = 1; from <= n; from += CHUNK) {
            List<byte[]> some = new ArrayList<>(CHUNK);
            for (int id = from; id < from + CHUNK && id <= n; id++) {
                some.add(WireFormat.encode(Integer.toString(id), System.currentTimeMillis(), "1001|" + id + "|1|1|1")
                        .getBytes(StandardCharsets.UTF_8));
            }
            redis.execute(connection -> connection.listCommands().lPush(key, some.toArray(byte[][]::new)), true);
        }
    }
}
