package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guessing gets slower and slower, and the owner of the name notices nothing of it elsewhere. */
class SignInThrottleTest {

    private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
    private final SignInThrottle throttle = throttle(30);

    private SignInThrottle throttle(int addressTries) {
        SignInProperties settings = new SignInProperties(
                5, Duration.ofSeconds(1), Duration.ofMinutes(15), addressTries, Duration.ofMinutes(10), List.of());
        return new SignInThrottle(settings, nanos::get);
    }

    @Test
    void five_wrong_passwords_are_free_and_each_further_one_doubles_the_wait() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.begin("a", "operator")).isNull();
        }
        for (long wait = 1; wait <= 512; wait *= 2) {
            assertThat(throttle.begin("a", "operator").time()).isEqualTo(Duration.ofSeconds(wait));
            pass(Duration.ofSeconds(wait));
            assertThat(throttle.begin("a", "operator")).isNull();
        }
        for (int i = 0; i < 40; i++) {
            assertThat(throttle.begin("a", "operator").time()).isEqualTo(Duration.ofMinutes(15));
            pass(Duration.ofMinutes(15));
            assertThat(throttle.begin("a", "operator")).isNull();
        }
    }

    @Test
    void who_must_wait_does_not_wait_longer_for_asking_and_only_the_first_refusal_is_told_as_such() {
        exhaust("a", "operator");

        assertThat(throttle.begin("a", "operator").first()).isTrue();
        pass(Duration.ofMillis(400));
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.begin("a", "operator"))
                    .isEqualTo(new SignInThrottle.Wait(Duration.ofMillis(600), false));
        }
        pass(Duration.ofMillis(600));
        assertThat(throttle.begin("a", "operator")).isNull();
        assertThat(throttle.begin("a", "operator").first()).isTrue();
    }

    @Test
    void the_owner_of_the_name_gets_in_from_another_address_whatever_goes_on() {
        for (int attacker = 0; attacker < 1000; attacker++) {
            exhaust("attacker-" + attacker, "operator");
        }

        assertThat(throttle.begin("office", "operator")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Operator", "OPERATOR", " operator", "operator\t"})
    void another_spelling_of_a_name_is_the_same_name(String spelling) {
        exhaust("a", "operator");

        assertThat(throttle.begin("a", spelling)).isNotNull();
        assertThat(throttle.begin("a", "operator2")).isNull();
    }

    @Test
    void a_right_password_wipes_the_slate_clean() {
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 4; i++) {
                assertThat(throttle.begin("a", "operator")).isNull();
            }
            assertThat(throttle.begin("a", "operator")).isNull();
            throttle.succeeded("a", "operator");
            pass(Duration.ofMinutes(2));
        }
    }

    @Test
    void right_passwords_of_any_number_cost_an_address_nothing() {
        for (int i = 0; i < 1000; i++) {
            assertThat(throttle.begin("a", "operator" + i % 7)).isNull();
            throttle.succeeded("a", "operator" + i % 7);
        }
    }

    @Test
    void one_address_tries_thirty_passwords_in_ten_minutes_for_whatever_names() {
        for (int i = 0; i < 30; i++) {
            assertThat(throttle.begin("a", "name" + i)).isNull();
        }

        assertThat(throttle.begin("a", "name30").time()).isEqualTo(Duration.ofSeconds(20));
        assertThat(throttle.begin("b", "name30")).isNull();
        pass(Duration.ofSeconds(20));
        assertThat(throttle.begin("a", "name30")).isNull();
        assertThat(throttle.begin("a", "name31")).isNotNull();
    }

    @Test
    void tries_at_one_instant_are_counted_one_by_one() throws Exception {
        int threads = 32;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Boolean>> tries = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Callable<Boolean> one = () -> {
                barrier.await();
                return throttle.begin("a", "operator") == null;
            };
            tries.add(pool.submit(one));
        }
        int through = 0;
        for (Future<Boolean> one : tries) {
            through += one.get() ? 1 : 0;
        }
        pool.shutdown();

        assertThat(through).isEqualTo(5);
    }

    @Test
    void it_remembers_no_more_than_it_has_room_for() {
        for (int i = 0; i < 100_000; i++) {
            throttle.begin("address-" + i, "x".repeat(i % 50));
        }

        assertThat(throttle.size()).isLessThanOrEqualTo(40_000);
        pass(Duration.ofMinutes(31));
        assertThat(throttle.size()).isZero();
    }

    private void exhaust(String address, String name) {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.begin(address, name)).isNull();
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
