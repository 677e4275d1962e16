package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.service.grab.GrabOutcome.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Who shares a call with whom; the calls are answered by hand. */
class LaneTest {

    private final List<List<Placing>> calls = new ArrayList<>();
    private final List<CompletableFuture<List<GrabOutcome>>> answers = new ArrayList<>();
    private final Lane lane = new Lane(3, 2, 5, this::call);

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
        Lane broken = new Lane(3, 1, 5, batch -> {
            throw new IllegalStateException("closed");
        });
        Placing first = placing(1);
        Placing second = placing(2);

        broken.offer(first);
        broken.offer(second);

        assertThat(first.outcome()).isCompletedExceptionally();
        assertThat(second.outcome()).isCompletedExceptionally();
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
