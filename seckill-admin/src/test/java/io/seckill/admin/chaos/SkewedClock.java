package io.seckill.admin.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;

/** The clock of one process, as wrong as a file says: what a machine whose time is set by hand does to a JVM. */
final class SkewedClock extends Clock {

    /** The system property that names the file: milliseconds, plain digits with a sign. */
    static final String FILE = "seckill.chaos.clock";

    private final Clock right;
    private final Path file;

    private SkewedClock(Clock right, Path file) {
        this.right = right;
        this.file = file;
    }

    /**
     * Puts the clock of a process on. It is named in {@code spring.main.sources}, and not annotated, so that no scan of
     * the packages finds it by itself.
     */
    static class Wearing {

        @Bean
        static BeanPostProcessor clockSkewer() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof Clock clock
                            ? new SkewedClock(clock, Path.of(System.getProperty(FILE)))
                            : bean;
                }
            };
        }
    }

    /** Sets the clock of a process whose file this is. */
    static void set(Path file, Duration wrong) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, Long.toString(wrong.toMillis()));
        Files.move(next, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public Instant instant() {
        return right.instant().plusMillis(skew());
    }

    private long skew() {
        try {
            return Files.exists(file) ? Long.parseLong(Files.readString(file)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public ZoneId getZone() {
        return right.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SkewedClock(right.withZone(zone), file);
    }
}
