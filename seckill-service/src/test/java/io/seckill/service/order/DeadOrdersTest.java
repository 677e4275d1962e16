package io.seckill.service.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterOutcome;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetterState;
import io.seckill.queue.DeadLetterStore;
import io.seckill.queue.DeadLetters;
import io.seckill.queue.StoredDeadLetter;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.testing.TestSales;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Orders that died, and what an operator makes of them, on real stores. */
class DeadOrdersTest {

    private static final Duration SETTLES = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext worker;
    private static TestSales sales;
    private static OrderStatusService status;
    private static DeadLetters letters;
    private static DeadLetterStore table;
    private static JdbcTemplate jdbc;
    private static StringRedisTemplate redis;

    @BeforeAll
    static void start() {
        Database database = Stores.shared().newDatabase();
        worker = Worker.start(database);
        sales = new TestSales(worker);
        status = worker.getBean(OrderStatusService.class);
        letters = worker.getBean(DeadLetters.class);
        table = worker.getBean(DeadLetterStore.class);
        jdbc = worker.getBean(JdbcTemplate.class);
        redis = worker.getBean(StringRedisTemplate.class);
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    /** MySQL forgets the activity: its orders can be neither stored nor closed. */
    private static long dead(long sale, long user) {
        jdbc.update("UPDATE seckill_activity SET id = id + 1000000 WHERE id = ?", sale);
        GrabResult result = worker.getBean(GrabService.class).grab(new GrabRequest(sale, user, 1));
        assertThat(result).isInstanceOf(GrabResult.Accepted.class);
        long order = ((GrabResult.Accepted) result).order().orderId();
        await().atMost(SETTLES).until(() -> letters.find(Long.toString(order)).isPresent());
        await().atMost(SETTLES)
                .until(() -> status.find(sale, user, order).orElseThrow().status() == OrderStatus.PROCESSING);
        return order;
    }

    private static void remember(long sale) {
        jdbc.update("UPDATE seckill_activity SET id = id - 1000000 WHERE id = ?", sale + 1_000_000);
    }

    private static DeadLetterState state(long order) {
        return letters.find(Long.toString(order)).orElseThrow().state();
    }

    @Test
    void a_buyer_sees_processing_and_after_a_replay_the_stored_order() {
        long sale = sales.open(5, 1);
        long order = dead(sale, 7);
        remember(sale);

        assertThat(letters.replay(Long.toString(order))).isEqualTo(new DeadLetterOutcome.Settled());

        await().atMost(SETTLES)
                .until(() -> status.find(sale, 7, order).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
        assertThat(sales.orders(sale)).isEqualTo(1);
        assertThat(sales.stockInMySql(sale)).isEqualTo(4);
        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
        assertThat(state(order)).isEqualTo(DeadLetterState.REPLAYED);
        assertThat(letters.voidOut(Long.toString(order))).isInstanceOf(DeadLetterOutcome.Refused.class);
    }

    @Test
    void a_replay_that_fails_again_opens_the_letter_and_the_buyer_sees_processing_again() {
        long sale = sales.open(5, 1);
        long order = dead(sale, 7);
        Instant first =
                letters.find(Long.toString(order)).orElseThrow().letter().buriedAt();

        letters.replay(Long.toString(order));

        await().atMost(SETTLES)
                .until(() -> letters.find(Long.toString(order))
                        .filter(letter -> letter.state() == DeadLetterState.OPEN)
                        .filter(letter -> letter.letter().buriedAt().isAfter(first))
                        .isPresent());
        await().atMost(SETTLES)
                .until(() -> status.find(sale, 7, order).orElseThrow().status() == OrderStatus.PROCESSING);
    }

    @Test
    void a_replay_after_the_end_of_the_sale_stores_what_was_accepted_before_it() {
        long sale = sales.open(5, 1);
        long order = dead(sale, 7);
        remember(sale);
        jdbc.update("UPDATE seckill_activity SET end_time = UTC_TIMESTAMP(3) WHERE id = ?", sale);
        redis.opsForHash().put(RedisKeys.activity(sale), "endAt", Long.toString(System.currentTimeMillis() - 1_000));
        assertThat(worker.getBean(GrabService.class).grab(new GrabRequest(sale, 8, 1)))
                .isInstanceOf(GrabResult.Ended.class);

        assertThat(letters.replay(Long.toString(order))).isEqualTo(new DeadLetterOutcome.Settled());

        await().atMost(SETTLES)
                .until(() -> status.find(sale, 7, order).orElseThrow().status() == OrderStatus.PENDING_PAYMENT);
        assertThat(sales.stockInMySql(sale)).isEqualTo(4);
        assertThat(sales.stockInRedis(sale)).isEqualTo(4);
    }

    @Test
    void of_many_dead_orders_each_void_gives_its_unit_back_and_all_of_them_sell() {
        long sale = sales.open(5, 1);
        List<Long> orders = LongStream.rangeClosed(1, 5)
                .mapToObj(user -> {
                    if (user > 1) {
                        remember(sale);
                    }
                    return dead(sale, user);
                })
                .toList();
        remember(sale);
        GrabService grabs = worker.getBean(GrabService.class);
        assertThat(grabs.grab(new GrabRequest(sale, 9, 1))).isInstanceOf(GrabResult.SoldOut.class);

        orders.forEach(
                order -> assertThat(letters.voidOut(Long.toString(order))).isEqualTo(new DeadLetterOutcome.Settled()));

        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 5);
        for (long user = 11; user <= 15; user++) {
            long buyer = user;
            await().atMost(SETTLES)
                    .until(() -> grabs.grab(new GrabRequest(sale, buyer, 1)) instanceof GrabResult.Accepted);
        }
        await().atMost(SETTLES).until(() -> sales.orders(sale) == 5);
        assertThat(sales.stockInMySql(sale)).isZero();
    }

    @Test
    void a_void_cancels_the_order_and_its_unit_sells_again() {
        long sale = sales.open(1, 1);
        long order = dead(sale, 7);
        remember(sale);
        assertThat(sales.stockInRedis(sale)).isZero();

        assertThat(letters.voidOut(Long.toString(order))).isEqualTo(new DeadLetterOutcome.Settled());

        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 1);
        OrderView closed = status.find(sale, 7, order).orElseThrow();
        assertThat(closed.status()).isEqualTo(OrderStatus.CANCELLED);
        assertThat(closed.closeReason()).isEqualTo(CloseReason.VOIDED);
        assertThat(state(order)).isEqualTo(DeadLetterState.VOIDED);
        assertThat(letters.voidOut(Long.toString(order))).isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(letters.replay(Long.toString(order))).isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(sales.stockInMySql(sale)).isEqualTo(1);

        GrabService grabs = worker.getBean(GrabService.class);
        await().atMost(SETTLES).until(() -> grabs.grab(new GrabRequest(sale, 7, 1)) instanceof GrabResult.Accepted);
        await().atMost(SETTLES).until(() -> sales.orders(sale) == 1);
    }

    @Test
    void a_late_delivery_of_a_voided_order_does_not_bring_it_back() {
        long sale = sales.open(2, 1);
        long order = dead(sale, 7);
        remember(sale);
        byte[] raw = letters.find(Long.toString(order)).orElseThrow().letter().raw();
        letters.voidOut(Long.toString(order));
        await().atMost(SETTLES).until(() -> sales.stockInRedis(sale) == 2);

        redis.opsForList().leftPush(RedisKeys.queue(sale), new String(raw, java.nio.charset.StandardCharsets.UTF_8));

        await().atMost(SETTLES).until(() -> redis.opsForList().size(RedisKeys.queue(sale)) == 0);
        await().atMost(SETTLES).until(() -> !redis.hasKey(RedisKeys.queue(sale) + ":attempts"));
        assertThat(sales.orders(sale)).isZero();
        assertThat(sales.stockInRedis(sale)).isEqualTo(2);
        assertThat(sales.stockInMySql(sale)).isEqualTo(2);
    }

    @Test
    void an_order_whose_units_were_given_back_is_not_replayed() {
        long sale = sales.open(2, 1);
        long order = dead(sale, 7);
        remember(sale);
        redis.opsForHash().delete(RedisKeys.claims(sale), "7");

        DeadLetterOutcome outcome = letters.replay(Long.toString(order));

        assertThat(outcome).isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(((DeadLetterOutcome.Refused) outcome).reason()).contains("no claim");
        assertThat(state(order)).isEqualTo(DeadLetterState.OPEN);
        assertThat(sales.orders(sale)).isZero();
    }

    @Test
    void an_order_that_is_stored_and_lives_is_not_voided() {
        long sale = sales.open(2, 1);
        long order = dead(sale, 7);
        remember(sale);
        jdbc.update(
                "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                        + " created_at) VALUES (?, ?, 7, 1, 1, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                order,
                sale);

        DeadLetterOutcome outcome = letters.voidOut(Long.toString(order));

        assertThat(((DeadLetterOutcome.Refused) outcome).reason()).contains("is stored and lives");
        assertThat(state(order)).isEqualTo(DeadLetterState.OPEN);
        assertThat(letters.replay(Long.toString(order))).isEqualTo(new DeadLetterOutcome.Settled());
        await().atMost(SETTLES)
                .until(() -> status.find(sale, 7, order).orElseThrow().status() == OrderStatus.PAID);
    }

    @Test
    void what_is_no_order_is_voided_without_any_effect() {
        long sale = sales.open(2, 1);
        redis.opsForList().leftPush(RedisKeys.queue(sale), "abc");
        String id = "a9993e364706816aba3e25717850c26c9cd0d89d";
        await().atMost(SETTLES).until(() -> letters.find(id).isPresent());

        assertThat(letters.replay(id)).isInstanceOf(DeadLetterOutcome.Refused.class);
        assertThat(letters.voidOut(id)).isEqualTo(new DeadLetterOutcome.Settled());

        assertThat(sales.stockInRedis(sale)).isEqualTo(2);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM seckill_order WHERE activity_id = ?", Long.class, sale))
                .isZero();
    }

    @Test
    void a_state_changes_once_and_not_at_all_if_its_effect_fails() {
        String id = "m-" + System.nanoTime();
        table.bury(letter(id, "first"));
        table.bury(letter(id, "second"));
        assertThat(letters.find(id).orElseThrow().letter().reason()).isEqualTo("first");

        assertThatThrownBy(() -> table.change(id, DeadLetterState.OPEN, DeadLetterState.VOIDED, () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(letters.find(id).orElseThrow().state()).isEqualTo(DeadLetterState.OPEN);
        assertThat(table.change(id, DeadLetterState.OPEN, DeadLetterState.REPLAYED, () -> {}))
                .isTrue();
        assertThat(table.change(id, DeadLetterState.OPEN, DeadLetterState.VOIDED, () -> {}))
                .isFalse();

        table.bury(letter(id, "third"));
        StoredDeadLetter again = letters.find(id).orElseThrow();
        assertThat(again.state()).isEqualTo(DeadLetterState.OPEN);
        assertThat(again.letter().reason()).isEqualTo("third");
    }

    @Test
    void letters_are_listed_by_queue_state_and_page() {
        String queue = "q:" + System.nanoTime();
        List<String> ids = List.of(queue + ".1", queue + ".2", queue + ".3");
        ids.forEach(id -> table.bury(new DeadLetter(queue, id, new byte[] {0, 1}, "why", 1, 0, null, Instant.now())));
        letters.voidOut(ids.get(1));

        List<StoredDeadLetter> page = letters.page(new DeadLetterQuery(null, queue, Long.MAX_VALUE, 2));
        assertThat(page).extracting(StoredDeadLetter::messageId).containsExactly(ids.get(2), ids.get(1));
        assertThat(letters.page(new DeadLetterQuery(null, queue, page.get(1).number(), 2)))
                .extracting(StoredDeadLetter::messageId)
                .containsExactly(ids.get(0));
        assertThat(letters.page(new DeadLetterQuery(DeadLetterState.VOIDED, queue, Long.MAX_VALUE, 2)))
                .extracting(StoredDeadLetter::messageId)
                .containsExactly(ids.get(1));
        assertThat(page.get(0).letter().raw()).isEqualTo(new byte[] {0, 1});
    }

    private static DeadLetter letter(String id, String reason) {
        return new DeadLetter("q:none", id, new byte[] {'x'}, reason, 1, 0, Instant.now(), Instant.now());
    }
}
