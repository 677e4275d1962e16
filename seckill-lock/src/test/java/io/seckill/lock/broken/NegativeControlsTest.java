package io.seckill.lock.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.seckill.lock.LockClient;
import io.seckill.lock.LockLease;
import io.seckill.lock.LockRequest;
import io.seckill.lock.LockTemplate;
import io.seckill.lock.RedisNodes;
import io.seckill.lock.TestRedis;
import io.seckill.lock.kit.FuzzPlan;
import io.seckill.lock.kit.FuzzReport;
import io.seckill.lock.kit.LockContract;
import io.seckill.lock.kit.LockFuzz;
import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A contract that a broken lock passes proves nothing. */
class NegativeControlsTest {

    /** The contract of the lock that is under test just now. */
    static final class Contract extends LockContract {

        private static LockNodes subject = new RedisNodes();

        @Override
        protected RedisAddress redis() {
            return TestRedis.shared();
        }

        @Override
        protected LockNodes nodes() {
            return subject;
        }
    }

    @BeforeEach
    void be_impatient() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(1));
    }

    @AfterEach
    void be_patient_again() {
        Awaitility.reset();
    }

    static Stream<Arguments> flaws() {
        return Stream.of(
                arguments(
                        "setnx and expire in two calls",
                        client(SetnxThenExpire::new),
                        "a_client_that_dies_while_it_takes_the_plain_lock_does_not_hold_it_for_ever"),
                arguments(
                        "delete without compare",
                        client(DeleteWithoutCompare::new),
                        "a_late_unlock_does_not_free_the_next_holder"),
                arguments(
                        "value serialised by the JDK",
                        client(JdkSerialisedValue::new),
                        "the_holder_frees_the_plain_lock_for_the_next"),
                arguments(
                        "request id made anew",
                        client(RequestIdMadeAnew::new),
                        "the_holder_frees_the_plain_lock_for_the_next"),
                arguments(
                        "unlock outside finally",
                        around(NegativeControlsTest::unlockOutsideFinally),
                        "the_lock_is_free_when_the_task_threw"),
                arguments(
                        "unlock after a failed nested try",
                        around(NegativeControlsTest::unlockWhateverHappened),
                        "a_nested_task_leaves_the_outer_one_its_lock"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("flaws")
    void a_broken_lock_fails_the_contract(String flaw, LockNodes broken, String sentence) {
        TestExecutionSummary summary = run(broken, sentence);
        assertThat(summary.getTestsFoundCount()).isOne();
        assertThat(summary.getFailures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.getException())
                        .as(flaw)
                        .isInstanceOfAny(AssertionError.class, ConditionTimeoutException.class));
    }

    @Test
    void synchronized_is_no_lock_between_two_processes() throws Exception {
        FuzzReport report = LockFuzz.run(FuzzPlan.steady(SynchronizedInOneJvm.Nodes.class, TestRedis.shared(), 100, 1));

        assertThat(report.isPerfect()).isFalse();
        assertThat(report.breaks()).as("%s", report).isPositive();
    }

    private static TestExecutionSummary run(LockNodes nodes, String sentence) {
        Contract.subject = nodes;
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(Contract.class, sentence))
                                .build(),
                        summary);
        return summary.getSummary();
    }

    private static LockNodes client(Function<StringRedisTemplate, LockClient> lock) {
        return (redis, lease) -> RedisNodes.open(redis, lease, lock);
    }

    /** A way to run a task under a lock. */
    private interface Way {
        boolean tryRun(LockClient client, String name, Runnable task);
    }

    private static LockNodes around(Way way) {
        return (redis, lease) -> new Around(new RedisNodes().open(redis, lease), way);
    }

    private record Around(LockNode right, Way way) implements LockNode {

        @Override
        public LockClient client() {
            return right.client();
        }

        @Override
        public LockTemplate template() {
            return right.template();
        }

        @Override
        public boolean tryRun(String name, Runnable task) {
            return way.tryRun(client(), name, task);
        }

        @Override
        public void close() {
            right.close();
        }
    }

    private static boolean unlockOutsideFinally(LockClient client, String name, Runnable task) {
        Optional<LockLease> lease;
        try {
            lease = client.acquire(LockRequest.of(name));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (lease.isPresent()) {
            task.run();
            lease.get().release();
        }
        return lease.isPresent();
    }

    private static final ThreadLocal<String> REQUEST_ID =
            ThreadLocal.withInitial(() -> UUID.randomUUID().toString());

    private static boolean unlockWhateverHappened(LockClient client, String name, Runnable task) {
        try {
            boolean locked = client.tryLock(name, REQUEST_ID.get(), 30_000);
            if (locked) {
                task.run();
            }
            return locked;
        } finally {
            client.unlock(name, REQUEST_ID.get());
        }
    }
}
