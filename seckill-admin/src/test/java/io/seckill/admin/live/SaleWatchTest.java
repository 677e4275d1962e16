package io.seckill.admin.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.service.activity.ActivityState;
import io.seckill.service.monitor.LiveReader;
import io.seckill.service.monitor.QueueFigures;
import io.seckill.service.monitor.RedisFigures;
import io.seckill.service.monitor.SalePlan;
import io.seckill.service.pulse.Answer;
import io.seckill.service.pulse.Latencies;
import io.seckill.service.pulse.Pulse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What figures and pulses become on the screen. */
class SaleWatchTest {

    private static final long SECOND = 1_000_000_000L;
    private static final SalePlan PLAN = new SalePlan(Instant.EPOCH, Instant.ofEpochSecond(60), ActivityState.OPEN);

    private final Nodes nodes = new Nodes();
    private final SaleWatch watch = new SaleWatch(7, 3, 0);

    @Test
    void accepts_and_stores_a_second_come_from_the_sale_s_own_figures() {
        watch.seen(sale(100, 50, 10), nodes, 1_000, 0);

        Tick tick = watch.seen(sale(60, 90, 25), nodes, 3_000, 2 * SECOND);

        // 40 were accepted, 15 more wait than before: 25 were stored.
        assertThat(tick.speed().accepted()).isEqualTo(20.0);
        assertThat(tick.speed().stored()).isEqualTo(12.5);
        assertThat(tick.point()).isEqualTo(new Tick.Point(3_000, 60L, 20.0, 12.5, 25L, null));
    }

    @Test
    void after_an_outage_the_speed_is_that_of_the_whole_time_and_the_chart_has_a_gap() {
        watch.seen(sale(100, 0, 0), nodes, 0, 0);
        Tick away = watch.unseen(1_000);
        Tick back = watch.seen(sale(80, 20, 0), nodes, 4_000, 4 * SECOND);

        assertThat(away.reachable()).isFalse();
        assertThat(back.speed().accepted()).isEqualTo(5.0);
        assertThat(watch.points()).extracting(Tick.Point::stock).containsExactly(100L, null, 80L);
    }

    @Test
    void no_more_points_are_kept_than_said() {
        for (int i = 0; i < 10; i++) {
            watch.seen(sale(100, i, 0), nodes, i, i * SECOND);
        }

        assertThat(watch.points()).extracting(Tick.Point::at).containsExactly(7L, 8L, 9L);
    }

    @Test
    void a_sale_that_redis_does_not_have_has_no_figures_but_is_watched_on() {
        LiveReader.Sale none = new LiveReader.Sale(null, null, new QueueFigures(0, 0, 0, 0), 0);

        assertThat(watch.seen(none, nodes, 0, 0).sale()).isNull();
        assertThat(watch.seen(sale(100, 0, 0), nodes, 1_000, SECOND).sale().stock())
                .isEqualTo(100);
    }

    @Test
    void answers_and_times_of_all_nodes_come_together_by_the_nodes_own_times() {
        nodes.heard(List.of(api("a", 1_000, 10, 0), api("b", 1_200, 0, 0)));
        assertThat(nodes.speed(7, null, null).calls()).isNull();

        // Node a told 2 s later, node b 1 s later.
        nodes.heard(List.of(api("a", 3_000, 30, 99), api("b", 2_200, 5, 1)));
        // A look that comes before the next pulses sees the same.
        nodes.heard(List.of(api("a", 3_000, 30, 99), api("b", 2_200, 5, 1)));

        Tick.Speed speed = nodes.speed(7, 1.0, 2.0);
        assertThat(speed.answers()).isEqualTo(Map.of(Answer.SOLD_OUT, 15.0));
        assertThat(speed.totals()).isEqualTo(Map.of(Answer.SOLD_OUT, 35L));
        assertThat(speed.calls()).isEqualTo(15.0);
        assertThat(speed.p50()).isEqualTo(0.0);
        assertThat(speed.p99()).isEqualTo(0.0);
        assertThat(nodes.speed(8, null, null).answers()).isEmpty();
    }

    @Test
    void a_node_that_is_gone_counts_no_more_and_one_that_began_anew_counts_from_nothing() {
        nodes.heard(List.of(api("a", 1_000, 100, 0), api("b", 1_000, 100, 0)));
        nodes.heard(List.of(api("a", 2_000, 7, 0)));

        assertThat(nodes.list(7)).extracting(Tick.Node::node).containsExactly("a");
        assertThat(nodes.speed(7, null, null).answers()).isEqualTo(Map.of(Answer.SOLD_OUT, 7.0));
    }

    @Test
    void a_worker_is_shown_by_what_it_stored() {
        nodes.heard(List.of(new Pulse(1_000, "w", "worker", Map.of(), new Pulse.WorkerCount(100, 0, 0, 8))));
        nodes.heard(List.of(new Pulse(2_000, "w", "worker", Map.of(), new Pulse.WorkerCount(350, 0, 0, 8))));

        assertThat(nodes.list(7)).containsExactly(new Tick.Node("w", "worker", null, null, 250.0, 8L));
    }

    private static Pulse api(String node, long at, long soldOut, int calls) {
        return new Pulse(
                at,
                node,
                "api",
                Map.of(7L, new Pulse.SaleCount(Map.of(Answer.SOLD_OUT, soldOut), new Latencies(new long[] {calls}))),
                null);
    }

    private static LiveReader.Sale sale(long stock, long accepted, long backlog) {
        return new LiveReader.Sale(
                new RedisFigures(true, 150, 150 - stock, stock, 0, accepted, 1),
                PLAN,
                new QueueFigures(backlog, 0, 0, 1),
                5);
    }
}
