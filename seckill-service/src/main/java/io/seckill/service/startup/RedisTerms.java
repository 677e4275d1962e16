package io.seckill.service.startup;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.stereotype.Component;

/** Redis must keep what it was told: never evict, write an append-only file; and have the right time. */
@Component
class RedisTerms implements StoreTerms {

    private final RedisConnectionFactory connections;
    private final Clock clock;

    RedisTerms(RedisConnectionFactory connections, Clock clock) {
        this.connections = connections;
        this.clock = clock;
    }

    @Override
    public List<Breach> breaches() {
        List<Breach> breaches = new ArrayList<>();
        try (RedisConnection connection = connections.getConnection()) {
            RedisServerCommands server = connection.serverCommands();
            String policy = unlike("noeviction", "maxmemory_policy", allowed(() -> server.info("memory")));
            if (policy != null) {
                breaches.add(new Breach(
                        "redis.maxmemory-policy",
                        "Redis may evict: its maxmemory-policy is " + policy
                                + ". A full one throws away stock, claims and accepted orders. Set noeviction."));
            }
            if (unlike("1", "aof_enabled", allowed(() -> server.info("persistence"))) != null) {
                breaches.add(new Breach(
                        "redis.append-only",
                        "Redis writes no append-only file: with its process die all orders that are not stored yet."
                                + " Set appendonly yes."));
            }
            long asked = clock.millis();
            Long time = allowed(() -> server.time(TimeUnit.MILLISECONDS));
            if (time != null) {
                Breach breach = ClockGap.breach("Redis", asked, time, clock.millis());
                if (breach != null) {
                    breaches.add(breach);
                }
            }
        }
        return breaches;
    }

    /** {@code null} if this user may not ask: managed servers often forbid it. */
    private static <T> @Nullable T allowed(Supplier<@Nullable T> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (Objects.toString(cause.getMessage(), "").contains("NOPERM")) {
                    return null;
                }
            }
            throw e;
        }
    }

    /** The first value that is not the right one. On a cluster every node answers, each name with the node before it. */
    private static @Nullable String unlike(String right, String name, @Nullable Properties info) {
        if (info == null) {
            return null;
        }
        for (String key : info.stringPropertyNames()) {
            String value = info.getProperty(key);
            if ((key.equals(name) || key.endsWith("." + name)) && !right.equals(value)) {
                return value;
            }
        }
        return null;
    }
}
