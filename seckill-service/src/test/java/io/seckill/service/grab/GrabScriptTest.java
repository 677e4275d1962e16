package io.seckill.service.grab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCommandExecutionException;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabOutcome.Code;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisFailure;
import io.seckill.service.testing.RawSale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script alone, at its edges. */
class GrabScriptTest {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");
    private static final String NEVER = "9999999999999";

    private final RawSale sale = new RawSale(
            Stores.shared().redisHost(),
            Stores.shared().redisPort(),
            Stores.shared().redisPassword());

    @AfterEach
    void close() {
        sale.close();
    }

    @Test
    void a_unit_is_deducted_claimed_and_queued() {
        sale.open(2, 1);

        GrabOutcome outcome = grab(900001, 42, 1);

        assertThat(outcome.code()).isEqualTo(Code.ACCEPTED);
        assertThat(outcome.detail()).matches("900001\\|1\\|1\\|\\d{13}\\|Q");
        assertThat(sale.redis().get(sale.stock)).isEqualTo("1");
        assertThat(sale.redis().hgetall(sale.claims)).isEqualTo(Map.of("42", outcome.detail()));
        assertThat(sale.redis().hmget(sale.activity, "claimed", "seq"))
                .extracting(value -> value.getValue())
                .containsExactly("1", "1");
        assertThat(sale.redis().lrange(sale.queue, 0, -1))
                .singleElement()
                .asString()
                .matches("1\\|900001\\|\\d{13}\\|" + sale.id + "\\|42\\|1\\|1\\|1");
    }

    @Test
    void the_last_unit_goes_to_one_and_the_next_is_told_sold_out() {
        sale.open(1, 1);

        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.ACCEPTED);
        assertThat(grab(900002, 43, 1)).isEqualTo(new GrabOutcome(Code.SOLD_OUT, "0"));
        assertThat(sale.redis().get(sale.stock)).isEqualTo("0");
        assertThat(sale.redis().llen(sale.queue)).isEqualTo(1);
    }

    @Test
    void without_stock_nobody_gets_anything() {
        sale.open(0, 1);

        assertThat(grab(900001, 42, 1)).isEqualTo(new GrabOutcome(Code.SOLD_OUT, "0"));
        assertThat(sale.redis().exists(sale.claims, sale.queue)).isZero();
    }

    @Test
    void a_repeat_buyer_gets_the_order_there_is_and_takes_no_stock() {
        sale.open(10, 1);
        String first = grab(900001, 42, 1).detail();

        assertThat(grab(900002, 42, 1)).isEqualTo(new GrabOutcome(Code.DUPLICATE, first));
        assertThat(sale.redis().get(sale.stock)).isEqualTo("9");
    }

    @Test
    void the_same_order_sent_again_is_accepted_again_and_placed_once() {
        sale.open(10, 1);
        String first = grab(900001, 42, 1).detail();

        assertThat(grab(900001, 42, 1)).isEqualTo(new GrabOutcome(Code.ACCEPTED, first));
        assertThat(sale.redis().get(sale.stock)).isEqualTo("9");
        assertThat(sale.redis().llen(sale.queue)).isEqualTo(1);
    }

    @Test
    void an_order_that_was_placed_is_confirmed_even_after_its_deadline() {
        sale.open(10, 1);
        String first = grab(900001, 42, 1).detail();

        assertThat(grab(900001, 42, 1, "1")).isEqualTo(new GrabOutcome(Code.ACCEPTED, first));
    }

    @Test
    void an_order_that_nobody_waits_for_is_not_placed() {
        sale.open(10, 1);

        assertThat(grab(900001, 42, 1, Long.toString(sale.now() - 1)).code()).isEqualTo(Code.EXPIRED);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("10");
    }

    @Test
    void an_activity_that_is_not_in_redis_is_not_warm() {
        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.NOT_WARM);
        assertThat(sale.redis().exists(sale.grabKeys())).isZero();
    }

    @Test
    void before_the_start_the_buyer_is_told_how_long_to_wait() {
        sale.open(10, 1);
        sale.redis().hset(sale.activity, "startAt", Long.toString(sale.now() + 60_000));

        GrabOutcome outcome = grab(900001, 42, 1);

        assertThat(outcome.code()).isEqualTo(Code.NOT_STARTED);
        assertThat(Long.parseLong(outcome.detail())).isBetween(1L, 60_000L);
    }

    @Test
    void the_end_is_the_first_instant_after_the_sale() {
        sale.open(10, 1);
        sale.redis().hset(sale.activity, "endAt", Long.toString(sale.now()));

        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.ENDED);
    }

    @Test
    void a_closed_sale_takes_nothing() {
        sale.open(10, 1);
        sale.redis().hset(sale.activity, "state", "CLOSED");

        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0123456789abcdef0123456789abcdef01234567"})
    void a_sale_that_was_not_opened_for_this_run_of_redis_is_gated(String openFor) {
        sale.open(10, 1);
        sale.redis().hset(sale.activity, "openFor", openFor);

        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.GATED);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("10");
    }

    @Test
    void no_order_takes_more_than_its_limit() {
        sale.open(10, 2);

        assertThat(grab(900001, 42, 3)).isEqualTo(new GrabOutcome(Code.OVER_LIMIT, "2"));
        assertThat(grab(900002, 42, 2).code()).isEqualTo(Code.ACCEPTED);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("8");
    }

    @Test
    void a_user_who_gave_units_back_too_often_cannot_buy_again() {
        sale.open(10, 1);
        sale.redis().hset(sale.regrabs, Map.of("42", "2", "43", "3"));

        assertThat(grab(900001, 42, 1).code()).isEqualTo(Code.ACCEPTED);
        assertThat(grab(900002, 43, 1).code()).isEqualTo(Code.REGRAB_LIMIT);
    }

    @Test
    void when_several_refusals_hold_the_first_of_the_contract_is_told() {
        sale.open(1, 1);
        grab(900001, 42, 1);
        sale.redis().hset(sale.activity, Map.of("state", "CLOSED", "endAt", "1"));

        assertThat(grab(900002, 42, 1).code()).as("duplicate before window").isEqualTo(Code.DUPLICATE);
        assertThat(grab(900003, 43, 1).code()).as("window before closed").isEqualTo(Code.ENDED);
        sale.redis().hset(sale.activity, "endAt", NEVER);
        assertThat(grab(900004, 43, 1).code()).as("closed before sold out").isEqualTo(Code.CLOSED);
        sale.redis().hset(sale.activity, "openFor", "");
        assertThat(grab(900005, 42, 1).code()).as("gate before duplicate").isEqualTo(Code.GATED);
        assertThat(sale.redis().llen(sale.queue)).isEqualTo(1);
    }

    @Test
    void sold_out_is_told_before_a_full_backlog_and_the_backlog_counts_retries() {
        sale.open(2, 1);
        sale.redis().zadd(sale.retry, 1, "waits for its retry");

        assertThat(grab(2, sale.grabKeys(), request(900001, 42, 1, NEVER), request(900002, 43, 1, NEVER)))
                .extracting(GrabOutcome::code)
                .containsExactly(Code.ACCEPTED, Code.BACKLOG_FULL);
        sale.redis().set(sale.stock, "0");
        assertThat(grab(2, sale.grabKeys(), request(900003, 44, 1, NEVER))
                        .get(0)
                        .code())
                .isEqualTo(Code.SOLD_OUT);
    }

    static Stream<Arguments> wrong_types() {
        return Stream.of("activity", "stock", "claims", "queue", "retry", "regrabs")
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("wrong_types")
    void a_key_of_a_wrong_type_is_named_and_nothing_changes(String which) {
        sale.open(10, 1);
        String key = switch (which) {
            case "activity" -> sale.activity;
            case "stock" -> sale.stock;
            case "claims" -> sale.claims;
            case "queue" -> sale.queue;
            default -> sale.retry;
        };
        sale.redis().del(key);
        sale.redis().sadd(key, "of another type");

        assertThat(grab(900001, 42, 1)).isEqualTo(new GrabOutcome(Code.CORRUPT, key));

        sale.redis().del(key);
        assertThat(sale.redis().exists(sale.claims, sale.queue)).isZero();
        if (!key.equals(sale.stock)) {
            assertThat(sale.redis().get(sale.stock)).isEqualTo("10");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"10\"", "1.0", "-1", "9e18", "abc", "10 ", "", "0x10", "99999999999999999999"})
    void a_stock_that_is_no_plain_integer_sells_nothing(String garbage) {
        sale.open(10, 1);
        sale.redis().set(sale.stock, garbage);

        assertThat(grab(900001, 42, 1)).isEqualTo(new GrabOutcome(Code.CORRUPT, sale.stock));
        assertThat(sale.redis().get(sale.stock)).isEqualTo(garbage);
    }

    @Test
    void a_stock_that_is_gone_is_not_made_anew() {
        sale.open(10, 1);
        sale.redis().del(sale.stock);

        assertThat(grab(900001, 42, 1)).isEqualTo(new GrabOutcome(Code.CORRUPT, sale.stock));
        assertThat(sale.redis().exists(sale.stock)).isZero();
    }

    @Test
    void a_larger_wish_may_fail_where_a_later_smaller_one_fits() {
        sale.open(3, 5);

        assertThat(grab(
                        100,
                        sale.grabKeys(),
                        request(900001, 41, 2, NEVER),
                        request(900002, 42, 2, NEVER),
                        request(900003, 43, 1, NEVER),
                        request(900004, 41, 1, NEVER)))
                .extracting(GrabOutcome::code)
                .containsExactly(Code.ACCEPTED, Code.SOLD_OUT, Code.ACCEPTED, Code.DUPLICATE);
        assertThat(sale.redis().get(sale.stock)).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 20261130})
    void many_requests_in_one_call_equal_one_call_each(long seed) {
        Random random = new Random(seed);
        List<String[]> requests = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            requests.add(request(900001 + random.nextInt(280), 1 + random.nextInt(60), 1 + random.nextInt(4), NEVER));
        }
        sale.open(70, 3);
        List<GrabOutcome> single = new ArrayList<>();
        requests.forEach(one -> single.addAll(grab(1_000, sale.grabKeys(), one)));
        String expected = state(sale);
        sale.redis().del(sale.grabKeys());

        sale.open(70, 3);
        List<GrabOutcome> together = new ArrayList<>();
        for (int from = 0; from < requests.size(); ) {
            int to = Math.min(requests.size(), from + 1 + random.nextInt(64));
            together.addAll(
                    grab(1_000, sale.grabKeys(), requests.subList(from, to).toArray(String[][]::new)));
            from = to;
        }

        assertThat(timeless(together)).as("seed %d", seed).isEqualTo(timeless(single));
        assertThat(state(sale)).as("seed %d", seed).isEqualTo(expected);
    }

    @Test
    void a_full_redis_refuses_and_changes_nothing() {
        try (RedisServer small = RedisServer.start(RedisOptions.defaults().with("--maxmemory-policy", "noeviction"));
                RawSale full = new RawSale(small.host(), small.port(), small.password())) {
            full.open(10, 1);
            full.redis().configSet("maxmemory", "1");

            assertThatThrownBy(
                            () -> full.eval(GRAB, full.grabKeys(), args(full.id, 100, request(900001, 42, 1, NEVER))))
                    .isInstanceOf(RedisCommandExecutionException.class)
                    .satisfies(refusal -> assertThat(RedisFailure.of(refusal)).isEqualTo(RedisFailure.REFUSED));

            full.redis().configSet("maxmemory", "0");
            assertThat(full.redis().get(full.stock)).isEqualTo("10");
            assertThat(full.redis().hmget(full.activity, "claimed", "seq"))
                    .extracting(value -> value.getValue())
                    .containsExactly("0", "0");
            assertThat(full.redis().exists(full.claims, full.queue)).isZero();
        }
    }

    private GrabOutcome grab(long orderId, long user, int quantity) {
        return grab(orderId, user, quantity, NEVER);
    }

    private GrabOutcome grab(long orderId, long user, int quantity, String deadline) {
        return grab(1_000, sale.grabKeys(), request(orderId, user, quantity, deadline))
                .get(0);
    }

    private List<GrabOutcome> grab(int backlog, String[] keys, String[]... requests) {
        List<Object> answer = sale.eval(GRAB, keys, args(sale.id, backlog, requests));
        List<GrabOutcome> outcomes = new ArrayList<>();
        for (int i = 1; i < answer.size(); i += 2) {
            outcomes.add(new GrabOutcome(Code.of((Long) answer.get(i)), (String) answer.get(i + 1)));
        }
        assertThat(outcomes).hasSize(requests.length);
        return outcomes;
    }

    private static String[] args(long activityId, int backlog, String[]... requests) {
        List<String> args = new ArrayList<>(List.of(Long.toString(activityId), Integer.toString(backlog), "1", "2"));
        for (String[] request : requests) {
            args.addAll(List.of(request));
        }
        return args.toArray(String[]::new);
    }

    private static String[] request(long orderId, long user, int quantity, String deadline) {
        return new String[] {Long.toString(orderId), Long.toString(user), Integer.toString(quantity), deadline};
    }

    private static List<GrabOutcome> timeless(List<GrabOutcome> outcomes) {
        return outcomes.stream()
                .map(one -> new GrabOutcome(one.code(), one.detail().replaceAll("\\|\\d{13}", "|now")))
                .toList();
    }

    /** Everything that the script may have written, without the times. */
    private static String state(RawSale sale) {
        Map<String, String> activity = new HashMap<>(sale.redis().hgetall(sale.activity));
        activity.keySet().retainAll(List.of("claimed", "seq"));
        return (new java.util.TreeMap<>(activity)
                        + sale.redis().get(sale.stock)
                        + new java.util.TreeMap<>(sale.redis().hgetall(sale.claims))
                        + sale.redis().lrange(sale.queue, 0, -1))
                .replaceAll("\\|\\d{13}", "|now");
    }
}
