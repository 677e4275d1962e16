package io.seckill.admin.activity;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The time zone in which the console's pages show and read times. Everything is stored in UTC.
 *
 * @param zone its name, such as {@code Asia/Shanghai}; the machine's own if it is not set
 */
@ConfigurationProperties("seckill.admin")
record ConsoleZone(@Nullable ZoneId zone) {

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    ZoneId id() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }

    String local(Instant instant) {
        return LOCAL.format(LocalDateTime.ofInstant(instant, id()));
    }

    String label() {
        return id().getId();
    }
}
