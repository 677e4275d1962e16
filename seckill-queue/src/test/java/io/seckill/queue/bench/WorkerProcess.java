package io.seckill.queue.bench;

import io.seckill.queue.OrderHandler;
import io.seckill.queue.WorkerPool;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A worker in a JVM of its own, to be killed. It ends when its standard input does, so that it outlives nobody; SIGTERM
 * stops the pool first, as an application would.
 */
final class WorkerProcess {

    private static final Duration TIMEOUT = Duration.ofMillis(900);

    private WorkerProcess() {}

    /**
     * @param args host, port, registry, settings; the password is in the environment. Settings of its own are
     *     {@code killer}, the id of a message that ends the JVM, and {@code millis}, the time a message takes
     */
    public static void main(String[] args) throws Exception {
        String registry = args[2];
        Map<String, String> settings = new HashMap<>(
                Map.of("registry", registry, "lease", "1s", "threads", "4", "batch-size", "20", "millis", "2"));
        for (int i = 3; i < args.length; i++) {
            settings.put(args[i].substring(0, args[i].indexOf('=')), args[i].substring(args[i].indexOf('=') + 1));
        }
        String killer = settings.remove("killer");
        long nanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(settings.remove("millis")));
        LettuceConnectionFactory connections =
                BenchRedis.connect(args[0], Integer.parseInt(args[1]), System.getenv("REDIS_PASSWORD"), TIMEOUT);
        StringRedisTemplate redis = new StringRedisTemplate(connections);
        Effects effects = new Effects(connections);
        OrderHandler handler = (queue, batch) -> {
            if (batch.stream().anyMatch(delivery -> delivery.messageId().equals(killer))) {
                // Not at once: the other threads have something in hand when it happens.
                LockSupport.parkNanos(nanos / 2);
                Runtime.getRuntime().halt(1);
            }
            LockSupport.parkNanos(nanos * batch.size());
            return effects.handle(queue, batch);
        };
        WorkerPool pool = new WorkerPool(
                BenchRedis.properties(settings),
                connections,
                handler,
                letter -> redis.opsForHash().put(registry + ":dead", letter.messageId(), letter.reason()),
                Clock.systemUTC());
        pool.start();
        Runtime.getRuntime().addShutdownHook(new Thread(pool::stop));
        System.out.println("ready");
        while (System.in.read() >= 0) {
            continue;
        }
        Runtime.getRuntime().halt(0);
    }
}
