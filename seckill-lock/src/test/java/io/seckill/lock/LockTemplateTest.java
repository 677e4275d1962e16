package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.seckill.common.stores.FaultProxy;
import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class LockTemplateTest {

    private final String name = "template:" + UUID.randomUUID();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.seckill.lock");
    private final LockListener listener = new LockListener() {
        @Override
        public void held(String lock, Duration time) {
            told.add("held");
        }

        @Override
        public void busy(String lock) {
            told.add("busy");
        }

        @Override
        public void lost(String lock) {
            told.add("lost");
        }
    };
    private LettuceConnectionFactory connections;
    private RedisLockClient client;
    private LockTemplate template;

    @BeforeEach
    void open() {
        logged.list = new CopyOnWriteArrayList<>();
        logged.start();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        logger.addAppender(logged);
        connections = RedisNodes.connect(TestRedis.shared());
        client = new RedisLockClient(new StringRedisTemplate(connections), LockProperties.defaults(), listener);
        template = new LockTemplate(client, listener);
    }

    @AfterEach
    void close() {
        template.close();
        connections.destroy();
        logger.detachAppender(logged);
        logger.setAdditive(true);
        logger.setLevel(Level.ERROR);
    }

    private List<String> warnings() {
        return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void a_quick_task_is_measured_and_says_nothing() {
        template.tryRun(name, held -> true);
        assertThat(told).containsExactly("held");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void a_lock_that_is_busy_is_counted_and_is_no_warning() {
        client.tryLock(name, "somebody", 30_000);
        assertThat(template.tryRun(name, held -> true)).isEqualTo(new LockResult.Busy<>(name));
        assertThat(told).containsExactly("busy");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void a_task_of_more_than_a_third_of_its_lease_is_warned_of_while_it_runs() {
        template.tryRun(name, Duration.ofSeconds(1), held -> {
            await().until(() -> !warnings().isEmpty());
            return true;
        });
        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0)).contains(name, "more than a third of its lease");
    }

    @Test
    void a_lost_lock_is_counted_and_logged_once() {
        LockResult<Boolean> result = template.tryRun(name, Duration.ofMillis(90), held -> {
            await().until(() -> !held.isStillHeld());
            return true;
        });

        assertThat(result).isInstanceOf(LockResult.Lost.class);
        assertThat(told).containsExactly("lost", "held");
        assertThat(warnings().stream().filter(line -> line.contains("was lost")))
                .hasSize(1);
    }

    @Test
    void a_plain_lock_that_was_no_longer_ours_is_counted_and_logged_once() {
        client.tryLock(name, "first", 20);
        await().until(() -> client.tryLock(name, "second", 30_000));

        assertThat(client.unlock(name, "first")).isFalse();
        assertThat(told).containsExactly("lost");
        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0)).contains(name, "first", "no longer ours");
    }

    @Test
    void what_the_task_throws_is_thrown_even_if_the_lock_cannot_be_given_back() {
        RedisAddress redis = TestRedis.shared();
        try (FaultProxy wire = FaultProxy.to(redis.host(), redis.port());
                LockNode node = new RedisNodes()
                        .open(new RedisAddress(wire.host(), wire.port(), redis.password()), Duration.ofMillis(1200))) {
            assertThatThrownBy(() -> node.template().tryRun(name, held -> {
                        wire.cut();
                        throw new IllegalStateException("thrown by the task");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(warnings()).anyMatch(line -> line.contains("could not be given back"));
        }
    }

    @Test
    void a_checked_exception_of_the_task_is_the_callers() {
        assertThatThrownBy(() -> throwing()).isInstanceOf(java.io.IOException.class);
        assertThat(template.tryRun(name, held -> true).done()).hasValue(true);
    }

    private void throwing() throws java.io.IOException {
        template.tryRun(name, held -> {
            throw new java.io.IOException("checked");
        });
    }

    @Test
    void a_thread_that_is_interrupted_keeps_the_mark_when_it_only_tried() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> template.tryRun(name, held -> true))
                    .isInstanceOfSatisfying(
                            LockException.class,
                            e -> assertThat(e.reason()).isEqualTo(LockException.Reason.INTERRUPTED));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void after_the_end_the_lock_is_not_held() {
        HeldLock[] kept = new HeldLock[1];
        template.tryRun(name, held -> kept[0] = held);
        assertThat(kept[0].isStillHeld()).isFalse();
        assertThat(kept[0].wasLost()).isFalse();
    }
}
