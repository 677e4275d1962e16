package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.unit.DataSize;

class QueueAutoConfigurationTest {

    private final ApplicationContextRunner app = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class, QueueAutoConfiguration.class))
            .withPropertyValues(
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
                        Duration.ofMillis(80),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(30))));
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
                "max-deliveries=0",
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
