package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("outage-log-test");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong();
    private final OutageLog outages = new OutageLog(logger, Duration.ofSeconds(30), nanos::get);

    @BeforeEach
    void listen() {
        logger.setAdditive(false);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    @Test
    void a_long_outage_takes_a_line_at_its_start_one_per_interval_and_one_at_its_end() {
        for (int tenth = 0; tenth < 1000; tenth++) {
            outages.failed("Redis", "trying again", new IllegalStateException("refused"));
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
        }
        outages.works("Redis");
        outages.works("Redis");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "Redis failed: IllegalStateException: refused; trying again",
                        "Redis still fails after 30 s and 301 tries: IllegalStateException: refused; trying again",
                        "Redis still fails after 60 s and 601 tries: IllegalStateException: refused; trying again",
                        "Redis still fails after 90 s and 901 tries: IllegalStateException: refused; trying again",
                        "Redis works again after 100 s and 1000 failures");
        assertThat(lines.list).allMatch(line -> line.getThrowableProxy() == null);
    }

    @Test
    void thousands_of_a_kind_take_a_line_per_interval() {
        for (int i = 0; i < 1000; i++) {
            outages.note("dead letter", "message " + i + " is buried");
        }
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        outages.note("dead letter", "message 1000 is buried");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "message 0 is buried", "message 1000 is buried (999 more like it since the last line)");
    }
}
