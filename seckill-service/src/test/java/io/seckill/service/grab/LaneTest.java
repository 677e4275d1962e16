package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.service.grab.GrabOutcome.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Who shares a call with whom, and when nobody waits any longer; calls are answered by hand, time goes by hand. */
class LaneTest {

    private static final Duration TIMEOUT = Duration.ofMillis(1_000);

    private final List<List<Placing>> calls = new ArrayList<>();
    private final List<CompletableFuture<List<GrabOutcome>>> answers = new ArrayList<>();
    private final TreeMap<Long, Runnable> alarms = new TreeMap<>();
    private long now;
    private final LaneWatch.Terms terms =
            new LaneWatch.Terms(TIMEOUT, () -> now, (nanos, look) -> alarms.put(now + nanos, look));
    private final Lane lane = new Lane(new Lane.Limits(3, 2, 5), terms, this::call);

    @Test
    void who_comes_to_an_idle_lane_goes_at_once_and_alone() {
        Placing first = offer(1);

        assertThat(called()).containsExactly(List.of(1L));
        answer(0);
        assertThat(first.outcome()).isCompletedWithValue(outcome(1));
    }

    @Test
    void who_comes_while_all_calls_are_under_way_shares_the_next_in_order_of_arrival() {
        for (long id = 1; id <= 7; id++) {
            offer(id);
        }
        assertThat(called()).containsExactly(List.of(1L), List.of(2L));

        answer(1);
        answer(0);

        assertThat(called()).containsExactly(List.of(1L), List.of(2L), List.of(3L, 4L, 5L), List.of(6L, 7L));
    }

    @Test
    void a_few_who_come_while_a_call_is_under_way_wait_for_it_and_many_do_not() {
        Lane wide = new Lane(new Lane.Limits(24, 2, 50), terms, this::call);
        wide.offer(placing(1));
        wide.offer(placing(2));
        wide.offer(placing(3));
        assertThat(called()).containsExactly(List.of(1L));

        wide.offer(placing(4));
        assertThat(called()).containsExactly(List.of(1L), List.of(2L, 3L, 4L));

        wide.offer(placing(5));
        answer(1);
        assertThat(called()).as("the first is still under way").hasSize(2);
        answer(0);
        assertThat(called()).endsWith(List.of(5L)).hasSize(3);
    }

    @Test
    void who_comes_while_a_call_takes_long_does_not_wait_for_it() {
        Lane wide = new Lane(new Lane.Limits(24, 2, 50), terms, this::call);
        wide.offer(placing(1));
        pass(4);
        wide.offer(placing(2));
        assertThat(called()).hasSize(1);

        pass(1);
        wide.offer(placing(3));

        assertThat(called()).containsExactly(List.of(1L), List.of(2L, 3L));
    }

    @Test
    void each_gets_its_own_outcome_out_of_a_shared_call() {
        offer(1);
        offer(2);
        Placing third = offer(3);
        Placing fourth = offer(4);

        answer(0);
        answer(2);

        assertThat(third.outcome()).isCompletedWithValue(outcome(3));
        assertThat(fourth.outcome()).isCompletedWithValue(outcome(4));
    }

    @Test
    void a_call_that_fails_fails_all_who_share_it_and_no_other() {
        Placing first = offer(1);
        Placing second = offer(2);
        Placing third = offer(3);

        answers.get(0).completeExceptionally(new IllegalStateException("lost"));
        answers.get(1).complete(List.of(outcome(2)));
        answers.get(2).complete(List.of(outcome(3)));

        assertThatThrownBy(() -> first.outcome().get()).hasRootCauseMessage("lost");
        assertThat(second.outcome()).isCompletedWithValue(outcome(2));
        assertThat(third.outcome()).isCompletedWithValue(outcome(3));
    }

    @Test
    void who_is_given_up_before_the_call_is_never_sent_and_who_is_sent_cannot_be_given_up() {
        Placing sent = offer(1);
        offer(2);
        Placing waiting = offer(3);
        offer(4);

        assertThat(sent.giveUp()).isFalse();
        assertThat(waiting.giveUp()).isTrue();
        answer(0);

        assertThat(called()).containsExactly(List.of(1L), List.of(2L), List.of(4L));
    }

    @Test
    void when_too_many_wait_the_next_is_not_taken_in() {
        for (long id = 1; id <= 7; id++) {
            offer(id);
        }

        assertThat(lane.offer(placing(8))).isFalse();
        answer(0);
        assertThat(lane.offer(placing(9))).isTrue();
    }

    @Test
    void a_call_that_cannot_be_made_leaves_the_lane_open() {
        Lane broken = new Lane(new Lane.Limits(3, 1, 5), terms, batch -> {
            throw new IllegalStateException("closed");
        });
        Placing first = placing(1);
        Placing second = placing(2);

        broken.offer(first);
        broken.offer(second);

        assertThat(first.outcome()).isCompletedExceptionally();
        assertThat(second.outcome()).isCompletedExceptionally();
    }

    @Test
    void who_is_not_sent_in_time_never_is_and_is_told_so() {
        Lane slow = new Lane(new Lane.Limits(3, 1, 5), terms, this::call);
        Placing first = placing(1);
        Placing second = placing(2);
        Placing third = placing(3);
        slow.offer(first);
        slow.offer(second);
        pass(600);
        slow.offer(third);

        pass(400);

        assertFailed(first, TimeoutException.class);
        assertThat(second.outcome()).isCancelled();
        assertThat(called()).as("room for who has time left").containsExactly(List.of(1L), List.of(3L));
    }

    @Test
    void who_shares_a_call_waits_no_longer_than_who_has_one_alone() {
        offer(1);
        offer(2);
        pass(400);
        Placing third = offer(3);
        pass(599);
        Placing fourth = offer(4);
        pass(1);
        assertThat(called()).endsWith(List.of(3L, 4L));

        pass(450);

        assertFailed(third, TimeoutException.class);
        assertThat(fourth.outcome()).isNotDone();
    }

    @Test
    void a_call_without_an_answer_fails_in_time_and_makes_room_and_its_late_answer_changes_nothing() {
        Placing first = offer(1);
        offer(2);
        offer(3);

        pass(1_050);
        assertFailed(first, TimeoutException.class);
        assertThat(called()).as("the third was overdue too").containsExactly(List.of(1L), List.of(2L));

        answer(0);
        Placing fourth = offer(4);
        Placing fifth = offer(5);
        Placing sixth = offer(6);
        assertFailed(first, TimeoutException.class);
        assertThat(called())
                .as("two at a time")
                .endsWith(List.of(4L), List.of(5L))
                .hasSize(4);

        answer(2);
        answer(4);
        assertThat(fourth.outcome()).isCompletedWithValue(outcome(4));
        assertThat(sixth.outcome()).isCompletedWithValue(outcome(6));
        assertThat(fifth.outcome()).isNotDone();
    }

    @Test
    void nothing_is_watched_once_all_is_answered_and_who_comes_later_is_watched_again() {
        offer(1);
        answer(0);
        pass(1_050);
        assertThat(alarms).isEmpty();

        pass(5_000);
        Placing second = offer(2);
        pass(1_050);

        assertFailed(second, TimeoutException.class);
        pass(1_050);
        assertThat(alarms).isEmpty();
    }

    private static void assertFailed(Placing placing, Class<? extends Exception> how) {
        assertThat(placing.outcome()).isCompletedExceptionally();
        assertThatThrownBy(() -> placing.outcome().get()).hasRootCauseInstanceOf(how);
    }

    /** Lets time go by, and alarms go off on their way. */
    private void pass(long millis) {
        long until = now + millis * 1_000_000;
        while (!alarms.isEmpty() && alarms.firstKey() <= until) {
            var next = alarms.pollFirstEntry();
            now = next.getKey();
            next.getValue().run();
        }
        now = until;
    }

    private CompletionStage<List<GrabOutcome>> call(List<Placing> batch) {
        calls.add(List.copyOf(batch));
        CompletableFuture<List<GrabOutcome>> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    }

    private Placing offer(long id) {
        Placing placing = placing(id);
        assertThat(lane.offer(placing)).isTrue();
        return placing;
    }

    private static Placing placing(long id) {
        return new Placing(id, new GrabRequest(1001, id, 1), 0);
    }

    private void answer(int call) {
        answers.get(call)
                .complete(calls.get(call).stream()
                        .map(placing -> outcome(placing.orderId()))
                        .toList());
    }

    private static GrabOutcome outcome(long id) {
        return new GrabOutcome(Code.ACCEPTED, Long.toString(id));
    }

    private List<List<Long>> called() {
        return calls.stream()
                .map(batch -> batch.stream().map(Placing::orderId).toList())
                .toList();
    }
}
