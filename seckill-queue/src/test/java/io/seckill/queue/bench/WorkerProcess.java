package io.seckill.queue.bench;

import io.seckill.queue.OrderHandler;
import io.seckill.queue.WorkerPool;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A worker in a JVM of its own, to be killed. It ends when its standard input does, so that it outlives nobody. */
final class WorkerProcess {

    private static final Duration TIMEOUT = Duration.ofMillis(900);
    private static final long NANOS_A_MESSAGE = 2_000_000;

    private WorkerProcess() {}

    /**
     * @param args host, port, registry; the password is in the environment
     */
    public static void main(String[] args) throws Exception {
        String registry = args[2];
        LettuceConnectionFactory connections =
                BenchRedis.connect(args[0], Integer.parseInt(args[1]), System.getenv("REDIS_PASSWORD"), TIMEOUT);
        StringRedisTemplate redis = new StringRedisTemplate(connections);
        Effects effects = new Effects(connections);
        OrderHandler handler = (queue, batch) -> {
            LockSupport.parkNanos(NANOS_A_MESSAGE * batch.size());
            return effects.handle(queue, batch);
        };
        new WorkerPool(
                        BenchRedis.properties(
                                Map.of("registry", registry, "lease", "1s", "threads", "4", "batch-size", "20")),
                        connections,
                        handler,
                        letter -> redis.opsForHash().put(registry + ":dead", letter.messageId(), letter.reason()),
                        Clock.systemUTC())
                .start();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            continue;
        }
        Runtime.getRuntime().halt(0);
    }
}
