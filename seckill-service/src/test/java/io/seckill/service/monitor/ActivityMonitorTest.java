package io.seckill.service.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.seckill.common.ErrorCode;
import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.WireFormat;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.testing.Operators;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** The figures of a sale in all its stores, and each thing that can be off with them. */
class ActivityMonitorTest {

    private static final AtomicLong ORDER_IDS = new AtomicLong(900_000);

    private static ConfigurableApplicationContext context;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;
    private static ActivityMonitor monitor;

    private long id;

    @BeforeAll
    static void start() {
        context = Operators.start();
        redis = context.getBean(StringRedisTemplate.class);
        mysql = context.getBean(JdbcTemplate.class);
        monitor = context.getBean(ActivityMonitor.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void a_sale_of_ten_units() {
        id = draft();
        context.getBean(WarmUpService.class).warmUp(id, "operator");
    }

    @Test
    void a_sale_that_was_just_warmed_up_is_consistent() {
        ActivitySnapshot snapshot = monitor.snapshot(id);

        assertThat(snapshot.problems()).isEmpty();
        assertThat(snapshot.atRest()).isTrue();
        assertThat(snapshot.ordersCompared()).isTrue();
        assertThat(snapshot.redis()).isEqualTo(new RedisFigures(true, 10, 0, 10, 0, 0, 1));
        assertThat(snapshot.queue()).isEqualTo(new QueueFigures(0, 0, 0, 0));
        assertThat(snapshot.mysql())
                .isEqualTo(new MySqlFigures(ActivityState.OPEN, 12, 12, 2, 10, 0, 0, 0, 0, 0, 0, 0, 0, 1));
    }

    @Test
    void orders_cancelled_orders_and_dead_letters_are_counted_in_units() {
        stored(claimed(1, 2), 1, 2);
        stored(claimed(2, 3), 2, 3);
        cancelled(3, 4, 2);
        dead(claimed(4, 1), 4, 1);
        dead(null, 0, 0);

        ActivitySnapshot snapshot = monitor.snapshot(id);

        assertThat(snapshot.problems()).isEmpty();
        assertThat(snapshot.atRest()).isTrue();
        assertThat(snapshot.redis()).isEqualTo(new RedisFigures(true, 10, 6, 4, 3, 3, 1));
        assertThat(snapshot.mysql())
                .isEqualTo(new MySqlFigures(ActivityState.OPEN, 12, 7, 2, 10, 0, 2, 5, 1, 0, 2, 1, 0, 1));
    }

    @Test
    void while_orders_are_on_their_way_only_what_holds_at_every_instant_is_checked() {
        long order = claimed(1, 2);
        redis.opsForList().leftPush(RedisKeys.queue(id), message(order, 1, 2));

        ActivitySnapshot snapshot = monitor.snapshot(id);

        assertThat(snapshot.atRest()).isFalse();
        assertThat(snapshot.ordersCompared()).isFalse();
        assertThat(snapshot.queue().queued()).isEqualTo(1);
        assertThat(snapshot.problems()).isEmpty();
    }

    @Test
    void while_units_wait_for_their_return_the_sale_is_not_at_rest() {
        claimed(1, 2);
        cancelled(1, 2, 1);

        ActivitySnapshot snapshot = monitor.snapshot(id);

        assertThat(snapshot.atRest()).isFalse();
        assertThat(snapshot.mysql().returningOrders()).isEqualTo(1);
        assertThat(snapshot.problems()).isEmpty();
    }

    @Test
    void messages_in_hand_and_in_retry_are_seen() {
        redis.opsForZSet().add(RedisKeys.queue(id) + ":retry", message(claimed(1, 1), 1, 1), 1);
        redis.opsForZSet().add(RedisKeys.queue(id) + ":workers", "gone-1", 1);
        redis.opsForList().leftPush(RedisKeys.queue(id) + ":processing:gone-1", message(claimed(2, 1), 2, 1));

        assertThat(monitor.snapshot(id).queue()).isEqualTo(new QueueFigures(0, 1, 1, 0));
        assertThat(monitor.snapshot(id).atRest()).isFalse();
    }

    @Test
    void stock_that_does_not_add_up_in_redis_is_a_problem() {
        redis.opsForValue().set(RedisKeys.stock(id), "11");
        assertThat(codes()).contains("REDIS_UNITS", "UNITS_AT_REST");

        redis.opsForValue().set(RedisKeys.stock(id), "-1");
        assertThat(codes()).contains("REDIS_STOCK_NEGATIVE");
    }

    @Test
    void stock_that_does_not_add_up_in_mysql_is_a_problem() {
        mysql.update("UPDATE seckill_activity SET stock = stock - 1 WHERE id = ?", id);
        assertThat(codes()).containsExactly("MYSQL_UNITS");
    }

    @Test
    void a_ledger_that_differs_from_the_total_or_from_redis_is_a_problem() {
        mysql.update("UPDATE seckill_stock_ledger SET units = 9 WHERE activity_id = ?", id);
        assertThat(codes()).containsExactly("LEDGER_UNITS", "GRANTED_DIFFERS");
    }

    @Test
    void an_order_that_only_redis_has_is_named() {
        long order = claimed(1, 2);

        assertThat(problem("CLAIM_WITHOUT_ORDER").text()).contains(Long.toString(order));
        assertThat(codes()).containsExactly("UNITS_AT_REST", "CLAIM_WITHOUT_ORDER");
    }

    @Test
    void an_order_that_only_mysql_has_is_named() {
        long order = ORDER_IDS.incrementAndGet();
        stored(order, 1, 2);

        assertThat(problem("ORDER_WITHOUT_CLAIM").text()).contains(Long.toString(order));
        assertThat(codes()).containsExactly("UNITS_AT_REST", "ORDER_WITHOUT_CLAIM");
    }

    @Test
    void an_order_that_another_one_stands_for_is_found_although_the_sums_agree() {
        claimed(1, 2);
        stored(ORDER_IDS.incrementAndGet(), 1, 2);

        assertThat(codes()).containsExactly("CLAIM_WITHOUT_ORDER", "ORDER_WITHOUT_CLAIM");
    }

    @Test
    void a_dead_letter_without_a_claim_is_a_problem_and_one_whose_order_is_stored_counts_once() {
        long order = claimed(1, 2);
        stored(order, 1, 2);
        dead(order, 1, 2);
        assertThat(codes()).isEmpty();

        dead(ORDER_IDS.incrementAndGet(), 2, 1);
        assertThat(codes()).containsExactly("UNITS_AT_REST", "ORDER_WITHOUT_CLAIM");
    }

    @Test
    void a_claim_that_cannot_be_read_is_a_problem() {
        redis.opsForHash().put(RedisKeys.claims(id), "7", "no claim");
        assertThat(codes()).containsExactly("CLAIM_UNREADABLE");
    }

    @Test
    void claims_that_hold_other_units_than_the_counter_says_are_a_problem() {
        long order = claimed(1, 2);
        stored(order, 1, 2);
        redis.opsForHash().put(RedisKeys.claims(id), "1", order + "|3|1|1767225600000|1");

        assertThat(codes()).containsExactly("CLAIMED_UNITS_DIFFER");
    }

    @Test
    void a_redis_that_went_back_in_time_is_found() {
        mysql.update("UPDATE seckill_activity SET max_seq = 5 WHERE id = ?", id);
        assertThat(codes()).containsExactly("REDIS_BEHIND");
    }

    @Test
    void a_shut_gate_and_another_epoch_are_problems() {
        redis.opsForHash().put(RedisKeys.activity(id), "openFor", "another run");
        mysql.update("UPDATE seckill_activity SET epoch = epoch + 1 WHERE id = ?", id);

        assertThat(codes()).containsExactly("GATE_SHUT", "EPOCH_DIFFERS");
    }

    @Test
    void an_empty_redis_is_a_problem_once_the_sale_was_warm() {
        redis.delete(List.of(RedisKeys.activity(id), RedisKeys.stock(id)));

        assertThat(monitor.snapshot(id).redis()).isNull();
        assertThat(codes()).containsExactly("REDIS_MISSING");
        assertThat(monitor.snapshot(draft()).problems()).isEmpty();
    }

    @Test
    void an_archived_sale_has_nothing_in_redis_to_compare_and_still_adds_up_in_mysql() {
        mysql.update("UPDATE seckill_activity SET state = 'ARCHIVED' WHERE id = ?", id);
        redis.opsForHash().put(RedisKeys.activity(id), "openFor", "");
        redis.delete(RedisKeys.stock(id));
        assertThat(codes()).isEmpty();
        assertThat(monitor.snapshot(id).ordersCompared()).isFalse();

        redis.delete(RedisKeys.activity(id));
        assertThat(codes()).isEmpty();
        assertThat(monitor.overview().get(0).redis()).isNull();

        mysql.update("UPDATE seckill_activity SET stock = stock - 1 WHERE id = ?", id);
        assertThat(codes()).containsExactly("MYSQL_UNITS");
    }

    @Test
    void a_closed_sale_is_compared_like_an_open_one() {
        mysql.update("UPDATE seckill_activity SET state = 'CLOSED' WHERE id = ?", id);
        assertThat(codes()).isEmpty();
        assertThat(monitor.snapshot(id).ordersCompared()).isTrue();

        redis.delete(List.of(RedisKeys.activity(id), RedisKeys.stock(id)));
        assertThat(codes()).containsExactly("REDIS_MISSING");
    }

    @Test
    void a_stock_change_under_way_is_counted_and_is_no_problem_wherever_it_is() {
        mysql.update(
                "INSERT INTO seckill_stock_ledger (activity_id, ledger_no, kind, units, state, actor, created_at)"
                        + " VALUES (?, 2, 'DELTA', 5, 'PENDING', 'test', UTC_TIMESTAMP(3))",
                id);
        mysql.update("UPDATE seckill_activity SET total_stock = 17, stock = 17 WHERE id = ?", id);
        assertThat(codes()).isEmpty();
        assertThat(monitor.snapshot(id).mysql().pendingGrants()).isEqualTo(1);

        redis.opsForHash().put(RedisKeys.activity(id), "granted", "15");
        redis.opsForValue().set(RedisKeys.stock(id), "15");
        assertThat(codes()).isEmpty();

        mysql.update("UPDATE seckill_stock_ledger SET state = 'SETTLED' WHERE activity_id = ?", id);
        assertThat(codes()).isEmpty();
    }

    @Test
    void keys_of_a_wrong_type_or_without_a_number_are_named() {
        redis.opsForValue().set(RedisKeys.stock(id), "\"10\"");
        assertThat(problem("REDIS_UNREADABLE").text()).contains(RedisKeys.stock(id));

        redis.delete(RedisKeys.stock(id));
        redis.opsForList().leftPush(RedisKeys.stock(id), "10");
        assertThat(problem("REDIS_UNREADABLE").text()).contains(RedisKeys.stock(id));

        redis.delete(RedisKeys.activity(id));
        redis.opsForValue().set(RedisKeys.activity(id), "no hash");
        assertThat(problem("REDIS_UNREADABLE").text()).contains(RedisKeys.activity(id));
        assertThat(monitor.overview(id).queued()).isZero();
    }

    @Test
    void the_overview_has_both_sides_of_each_activity_the_newest_first() {
        claimed(1, 2);
        long draft = draft();

        List<ActivityMonitor.Overview> overview = monitor.overview();

        assertThat(overview.get(0).activity().id()).isEqualTo(draft);
        assertThat(overview.get(0).redis()).isNull();
        assertThat(overview.get(1).activity().id()).isEqualTo(id);
        assertThat(overview.get(1).redis()).isEqualTo(new RedisFigures(true, 10, 2, 8, 1, 1, 1));
        assertThat(overview.get(1).activity().stock()).isEqualTo(12);
    }

    @Test
    void an_unknown_activity_is_refused() {
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> monitor.snapshot(999))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND));
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> monitor.overview(999))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ACTIVITY_NOT_FOUND));
    }

    private static long draft() {
        Instant now = Clock.systemUTC().instant();
        return context.getBean(ActivityEditor.class)
                .create(
                        new ActivityDraft("a sale", 12, 2, 5, now.minusSeconds(60), now.plus(Duration.ofHours(1))),
                        "operator")
                .id();
    }

    private List<String> codes() {
        return monitor.snapshot(id).problems().stream().map(Problem::code).toList();
    }

    private Problem problem(String code) {
        return monitor.snapshot(id).problems().stream()
                .filter(problem -> problem.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    /** What grab.lua leaves of an order, but for the message. */
    private long claimed(long user, int quantity) {
        long order = ORDER_IDS.incrementAndGet();
        long seq = redis.opsForHash().increment(RedisKeys.activity(id), "seq", 1);
        redis.opsForHash().increment(RedisKeys.activity(id), "claimed", quantity);
        redis.opsForValue().decrement(RedisKeys.stock(id), quantity);
        redis.opsForHash()
                .put(
                        RedisKeys.claims(id),
                        Long.toString(user),
                        order + "|" + quantity + "|" + seq + "|1767225600000|Q");
        return order;
    }

    private void stored(long order, long user, int quantity) {
        insert(order, user, quantity, 0, 0);
        mysql.update("UPDATE seckill_activity SET stock = stock - ? WHERE id = ?", quantity, id);
    }

    private void cancelled(long user, int quantity, int returnState) {
        insert(ORDER_IDS.incrementAndGet(), user, quantity, 2, returnState);
    }

    private void insert(long order, long user, int quantity, int status, int returnState) {
        mysql.update(
                "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                        + " created_at, return_state) VALUES (?, ?, ?, ?, ?, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), ?)",
                order,
                id,
                user,
                quantity,
                status,
                returnState);
    }

    private void dead(Long order, long user, int quantity) {
        mysql.update(
                "INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
                        + " buried_at, updated_at) VALUES (?, ?, ?, ?, 'test', 3, 3, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                RedisKeys.queue(id),
                order == null ? "garbage-" + id : order.toString(),
                order,
                (order == null ? "garbage" : message(order, user, quantity)).getBytes(StandardCharsets.UTF_8));
    }

    private String message(long order, long user, int quantity) {
        return WireFormat.encode(Long.toString(order), 1767225600000L, id + "|" + user + "|" + quantity + "|1|1");
    }
}
