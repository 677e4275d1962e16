package io.seckill.admin.web;

import java.time.Instant;
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
public record ConsoleZone(@Nullable ZoneId zone) {

    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xxx");

    /** {@return the zone} */
    public ZoneId id() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }

    /**
     * An instant as a clock in this zone shows it.
     *
     * @param instant the instant
     * @return date, time to the second, and offset from UTC
     */
    public String local(Instant instant) {
        return LOCAL.format(instant.atZone(id()));
    }

    /** {@return the zone's name} */
    public String label() {
        return id().getId();
    }
}
