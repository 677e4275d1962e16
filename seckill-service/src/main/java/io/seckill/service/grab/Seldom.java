package io.seckill.service.grab;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/** Keeps a fault that every request meets from filling the log: each thing is said once in ten seconds. */
final class Seldom {

    private final Cache<String, Boolean> said = Caffeine.newBuilder()
            .expireAfterWrite(Duration.ofSeconds(10))
            .maximumSize(1_000)
            .build();

    /**
     * @param what the thing
     * @return whether it is time to say it again
     */
    boolean isTimeFor(String what) {
        return said.asMap().putIfAbsent(what, Boolean.TRUE) == null;
    }
}
