package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.common.stores.RedisServer;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.unit.DataSize;

class QueueAutoConfigurationTest {

    private final ApplicationContextRunner app = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    QueueAutoConfiguration.class,
                    QueueHealthAutoConfiguration.class,
                    QueueMetricsAutoConfiguration.class))
            .withPropertyValues(
                    "spring.data.redis.timeout=2s",
                    "spring.data.redis.host=" + TestBed.shared().host(),
                    "spring.data.redis.port=" + TestBed.shared().port(),
                    "spring.data.redis.password=" + TestBed.shared().password());

    private final OrderHandler handler = (queue, batch) -> BatchResult.allDone(batch);

    @Test
    void without_a_handler_there_is_a_queue_to_push_to_and_no_pool() {
        app.run(context -> {
            assertThat(context).hasSingleBean(OrderQueue.class);
            assertThat(context).doesNotHaveBean(WorkerPool.class);
        });
    }

    @Test
    void with_a_handler_and_a_sink_the_pool_runs_and_stops_with_the_application() {
        WorkerPool[] pool = new WorkerPool[1];
        app.withBean(OrderHandler.class, () -> handler)
                .withBean(DeadLetterSink.class, RecordingSink::new)
                .withPropertyValues("seckill.queue.threads=3")
                .run(context -> {
                    pool[0] = context.getBean(WorkerPool.class);
                    assertThat(pool[0].isRunning()).isTrue();
                    assertThat(pool[0].liveWorkers()).isEqualTo(3);
                });
        assertThat(pool[0].isRunning()).isFalse();
    }

    @Test
    void a_handler_without_a_sink_does_not_start_and_says_what_is_missing() {
        app.withBean(OrderHandler.class, () -> handler).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis = new MissingDeadLetterSinkFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("no DeadLetterSink bean");
            assertThat(analysis.getAction()).contains(DeadLetterSink.class.getName());
        });
    }

    @Test
    void a_simple_handler_is_enough() {
        app.withBean(SimpleHandler.class, () -> (activityId, userId) -> true)
                .withBean(DeadLetterSink.class, RecordingSink::new)
                .run(context -> assertThat(context).hasSingleBean(WorkerPool.class));
    }

    @Test
    void dead_letters_can_be_worked_with_where_there_is_a_store_for_them() {
        app.run(context -> assertThat(context).doesNotHaveBean(DeadLetters.class));
        app.withBean(DeadLetterStore.class, RecordingSink::new)
                .run(context -> assertThat(context).hasSingleBean(DeadLetters.class));
    }

    @Test
    void a_command_that_may_outlast_the_lease_stops_the_start() {
        app.withBean(OrderHandler.class, () -> handler)
                .withBean(DeadLetterSink.class, RecordingSink::new)
                .withPropertyValues("spring.data.redis.timeout=15s")
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = new QueueSettingsFailureAnalyzer().analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains("15000 ms and seckill.queue.lease is 15000 ms");
                    assertThat(analysis.getAction()).contains("spring.data.redis.timeout");
                });
    }

    @Test
    void more_threads_than_database_connections_are_warned_of() {
        app.run(context -> {
            QueueProperties eight = context.getBean(QueueProperties.class);
            MockEnvironment environment = new MockEnvironment();
            assertThat(StartChecks.threads(eight, environment)).isNull();
            environment.setProperty("spring.datasource.url", "jdbc:mysql://db/x");
            assertThat(StartChecks.threads(eight, environment)).isNull();
            environment.setProperty("spring.datasource.hikari.maximum-pool-size", "7");
            assertThat(StartChecks.threads(eight, environment)).contains("threads is 8", "has 7 connections");
        });
    }

    @Test
    void health_is_up_while_workers_live_and_down_when_none_does() {
        worker().run(context -> {
            HealthIndicator health = context.getBean(HealthIndicator.class);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails()).containsEntry("liveWorkers", 8);

            context.getBean(WorkerPool.class).stop();
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("liveWorkers", 0);
        });
    }

    @Test
    void health_is_down_while_a_message_is_older_than_the_limit() {
        String queue = TestBed.newQueueName();
        worker().withPropertyValues("seckill.queue.health-max-age=1m").run(context -> {
            WorkerPool pool = context.getBean(WorkerPool.class);
            HealthIndicator health = context.getBean(HealthIndicator.class);
            pool.pause();
            StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
            redis.opsForList().leftPush(queue, WireFormat.encode("old", System.currentTimeMillis() - 61_000, "x"));
            context.getBean(OrderQueue.class).register(queue);

            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.health().getDetails()).containsEntry("late", List.of(queue));

            pool.resume();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(health.health().getStatus()).isEqualTo(Status.UP));
        });
    }

    @Test
    void a_process_without_workers_shows_the_backlog_and_is_not_judged_by_it() {
        String queue = TestBed.newQueueName();
        app.withPropertyValues("seckill.queue.registry=test:" + queue).run(context -> {
            context.getBean(OrderQueue.class).push(queue, "a", "x");
            context.getBean(OrderQueue.class).push(queue, "b", "x");

            var health = context.getBean(HealthIndicator.class).health();

            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("backlog", 2L).containsKey("oldestAgeMillis");
        });
    }

    @Test
    void health_is_down_while_redis_may_throw_queues_away() {
        try (RedisServer own = TestBed.newServer("--maxmemory-policy", "allkeys-lru")) {
            worker().withPropertyValues(
                            "spring.data.redis.port=" + own.port(), "spring.data.redis.password=" + own.password())
                    .run(context -> {
                        HealthIndicator health = context.getBean(HealthIndicator.class);
                        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
                        assertThat(health.health().getDetails()).containsEntry("maxmemoryPolicy", "allkeys-lru");
                    });
        }
    }

    @Test
    void health_is_down_while_redis_is_away() {
        app.withPropertyValues("spring.data.redis.port=1", "spring.data.redis.connect-timeout=200ms")
                .run(context -> assertThat(
                                context.getBean(HealthIndicator.class).health().getStatus())
                        .isEqualTo(Status.DOWN));
    }

    @Test
    void meters_count_what_became_of_messages_and_show_each_queue() {
        String queue = TestBed.newQueueName();
        worker().withPropertyValues("seckill.queue.watch-interval=100ms", "seckill.queue.threads=2")
                .run(context -> {
                    SimpleMeterRegistry meters = new SimpleMeterRegistry();
                    context.getBean(MeterBinder.class).bindTo(meters);
                    WorkerPool pool = context.getBean(WorkerPool.class);
                    context.getBean(OrderQueue.class).push(queue, "a", "x");
                    Awaitility.await().until(() -> count(meters, "done") == 1);
                    pool.pause();
                    context.getBean(OrderQueue.class).push(queue, "b", "x");

                    Awaitility.await()
                            .untilAsserted(() -> assertThat(meters.get("seckill.queue.waiting")
                                            .tag("queue", queue)
                                            .gauge()
                                            .value())
                                    .isEqualTo(1));
                    for (String name : List.of("in.hand", "retrying", "workers", "oldest.age")) {
                        assertThat(meters.get("seckill.queue." + name)
                                        .tag("queue", queue)
                                        .gauge()
                                        .value())
                                .isNotNegative();
                    }
                    assertThat(meters.get("seckill.queue.workers.alive").gauge().value())
                            .isEqualTo(2);
                    assertThat(meters.get("seckill.queue.handling")
                                    .functionTimer()
                                    .count())
                            .isEqualTo(1);
                    for (String outcome : List.of("retried", "buried", "returned")) {
                        assertThat(count(meters, outcome)).isZero();
                    }
                    for (String name : List.of("recovered", "leases.lost", "workers.died")) {
                        assertThat(meters.get("seckill.queue." + name)
                                        .functionCounter()
                                        .count())
                                .isZero();
                    }
                });
    }

    private static double count(SimpleMeterRegistry meters, String outcome) {
        return meters.get("seckill.queue.messages")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    private ApplicationContextRunner worker() {
        return app.withBean(OrderHandler.class, () -> handler)
                .withBean(DeadLetterSink.class, RecordingSink::new)
                .withPropertyValues("seckill.queue.registry=test:" + TestBed.newQueueName());
    }

    @Test
    void every_setting_is_described_and_has_a_default_in_the_metadata() throws Exception {
        try (InputStream in = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String metadata = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (RecordComponent setting : QueueProperties.class.getRecordComponents()) {
                String name = "seckill.queue."
                        + setting.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                int at = metadata.indexOf("\"name\": \"" + name + "\"");
                assertThat(at).as(name).isNotNegative();
                String entry = metadata.substring(at, metadata.indexOf('}', at));
                assertThat(entry).as(name).contains("\"description\"").contains("\"defaultValue\"");
            }
        }
    }

    @Test
    void it_can_be_switched_off() {
        app.withPropertyValues("seckill.queue.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(OrderQueue.class));
    }

    @Test
    void the_defaults_are_those_of_the_documentation() {
        app.run(context -> assertThat(context.getBean(QueueProperties.class))
                .isEqualTo(new QueueProperties(
                        true,
                        "seckill:queues",
                        8,
                        200,
                        DataSize.ofKilobytes(64),
                        Duration.ofSeconds(15),
                        3,
                        10,
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(1),
                        1_000_000,
                        Duration.ofMillis(5),
                        Duration.ofMillis(40),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "threads=0",
                "threads=1001",
                "batch-size=0",
                "batch-size=1001",
                "lease=999ms",
                "lease=61m",
                "max-failures=0",
                "max-deliveries=2",
                "poll-max=2s",
                "registry=",
                "grace=-1s",
                "max-backlog=0"
            })
    void a_setting_out_of_range_stops_the_start(String setting) {
        app.withPropertyValues("seckill.queue." + setting)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("seckill.queue"));
    }
}
