package io.seckill.service.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabRequest;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.testing.Operators;
import io.seckill.service.testing.Worker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** A sale that is on gets another name, window or limit, in both stores, and nothing in between. */
class OpenSaleEditTest {

    private static final Duration HEALS = Duration.ofSeconds(30);
    private static final Instant NOW = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);
    private static final Instant START = NOW.minusSeconds(60);
    private static final Instant END = NOW.plus(Duration.ofHours(1));

    private static Database database;
    private static ConfigurableApplicationContext context;
    private static StringRedisTemplate redis;
    private static JdbcTemplate mysql;
    private static ActivityEditor editor;
    private static SaleSettings settings;
    private static GrabService grabs;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        context = Operators.start(database, Map.of());
        redis = context.getBean(StringRedisTemplate.class);
        mysql = context.getBean(JdbcTemplate.class);
        editor = context.getBean(ActivityEditor.class);
        settings = context.getBean(SaleSettings.class);
        grabs = context.getBean(GrabService.class);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void a_new_limit_and_a_new_window_hold_from_the_next_request_on() {
        long id = warm();
        await().atMost(HEALS).until(() -> grabs.grab(new GrabRequest(id, 1, 3)) instanceof GrabResult.OverLimit);

        Activity edited = editor.edit(id, draft("renamed", 10, 3, START, END.plusSeconds(60)), "bob");

        assertThat(edited.name()).isEqualTo("renamed");
        assertThat(inRedis(id)).containsExactly(millis(START), millis(END.plusSeconds(60)), "3", "OPEN");
        assertThat(grabs.grab(new GrabRequest(id, 1, 3))).isInstanceOf(GrabResult.Accepted.class);
        editor.edit(id, draft("renamed", 10, 3, NOW.plusSeconds(1800), END), "bob");
        assertThat(grabs.grab(new GrabRequest(id, 2, 1))).isInstanceOf(GrabResult.NotStarted.class);
        assertThat(grabs.grab(new GrabRequest(id, 1, 1))).isInstanceOf(GrabResult.Duplicate.class);
        assertThat(redis.opsForHash().multiGet(RedisKeys.activity(id), List.of("granted", "claimed", "epoch")))
                .isEqualTo(List.of("10", "3", "1"));
    }

    @Test
    void the_stock_of_an_open_sale_is_not_for_the_editor() {
        long id = warm();

        assertThat(refused(id, draft("a sale", 11, 2, START, END))).isEqualTo("stock-is-warm");
        assertThat(refused(id, new ActivityDraft("a sale", 10, 1, 2, START, END)))
                .isEqualTo("stock-is-warm");
        mysql.update("UPDATE seckill_activity SET state = 'WARMING' WHERE id = ?", id);
        assertThat(refused(id, draft("a sale", 10, 2, START, END))).isEqualTo("warming");
        mysql.update("UPDATE seckill_activity SET state = 'ARCHIVED' WHERE id = ?", id);
        assertThat(refused(id, draft("a sale", 10, 2, START, END))).isEqualTo("closed");
    }

    @Test
    void the_new_window_must_not_be_over() {
        long id = warm();

        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> editor.edit(id, draft("a sale", 10, 2, START, NOW.minusSeconds(1)), "bob"))
                .satisfies(refusal -> assertThat(refusal.details()).containsEntry("reason", "past"));
        assertThat(inRedis(id)).containsExactly(millis(START), millis(END), "2", "OPEN");
    }

    @Test
    void whoever_saw_older_settings_puts_nothing_over_newer_ones() {
        long id = warm();
        String key = RedisKeys.activity(id);
        RedisLink link = context.getBean(RedisLink.class);
        LuaScript edit = LuaScript.load("activity/edit_sale.lua");
        String[] keys = {key, key + ":none"};
        String start = millis(START);
        String end = millis(END);

        assertThat(link.callForNumber(edit, keys, "1", start, end, "2", "OPEN", start, end, "2", "CLOSED"))
                .isEqualTo(1);
        assertThat(link.callForNumber(edit, keys, "1", start, end, "2", "OPEN", start, end, "5", "OPEN"))
                .isZero();
        assertThat(link.callForNumber(edit, keys, "2", start, end, "2", "CLOSED", start, end, "5", "OPEN"))
                .isZero();
        assertThat(inRedis(id)).containsExactly(start, end, "2", "CLOSED");
        assertThat(settings.push(id)).isTrue();
        assertThat(inRedis(id)).containsExactly(start, end, "2", "OPEN");
    }

    @Test
    void a_sale_whose_gate_is_shut_is_told_and_one_that_redis_has_lost_or_has_newer_is_left_alone() {
        long id = warm();
        mysql.update("UPDATE seckill_activity SET epoch = 2, per_order_limit = 9 WHERE id = ?", id);
        assertThat(settings.push(id)).isTrue();
        assertThat(inRedis(id)).contains("9", "OPEN");

        redis.opsForHash().put(RedisKeys.activity(id), "epoch", "3");
        mysql.update("UPDATE seckill_activity SET per_order_limit = 5 WHERE id = ?", id);
        assertThat(settings.push(id)).isFalse();
        assertThat(inRedis(id)).contains("9");

        redis.delete(RedisKeys.activity(id));
        assertThat(settings.push(id)).isFalse();
        assertThat(redis.hasKey(RedisKeys.activity(id))).isFalse();
    }

    @Test
    void of_operators_at_the_same_instant_the_last_in_mysql_is_the_one_in_redis() throws Exception {
        int operators = 6;
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        try {
            for (int round = 0; round < 5; round++) {
                long id = warm();
                CyclicBarrier barrier = new CyclicBarrier(operators);
                List<Future<Activity>> edits = new ArrayList<>();
                for (int operator = 1; operator <= operators; operator++) {
                    int limit = 10 + operator;
                    Callable<Activity> edit = () -> {
                        barrier.await();
                        return editor.edit(id, draft("a sale", 10, limit, START, END), "operator");
                    };
                    edits.add(threads.submit(edit));
                }
                for (Future<Activity> edit : edits) {
                    edit.get();
                }
                assertThat(inRedis(id))
                        .contains(mysql.queryForObject(
                                "SELECT per_order_limit FROM seckill_activity WHERE id = ?", String.class, id));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_worker_tells_redis_what_an_operator_who_died_could_not() {
        long id = warm();
        mysql.update("UPDATE seckill_activity SET per_order_limit = 7 WHERE id = ?", id);

        try (ConfigurableApplicationContext worker = Worker.start(database)) {
            await().atMost(HEALS)
                    .untilAsserted(
                            () -> assertThat(inRedis(id)).containsExactly(millis(START), millis(END), "7", "OPEN"));
        }
    }

    private static String refused(long id, ActivityDraft draft) {
        SeckillException[] refusal = new SeckillException[1];
        assertThatExceptionOfType(SeckillException.class)
                .isThrownBy(() -> editor.edit(id, draft, "bob"))
                .satisfies(thrown -> refusal[0] = thrown);
        return (String) refusal[0].details().get("reason");
    }

    private static List<Object> inRedis(long id) {
        return redis.opsForHash()
                .multiGet(RedisKeys.activity(id), List.of("startAt", "endAt", "perOrderLimit", "state"));
    }

    private static String millis(Instant instant) {
        return Long.toString(instant.toEpochMilli());
    }

    private static long warm() {
        long id = editor.create(draft("a sale", 10, 2, START, END), "alice").id();
        context.getBean(WarmUpService.class).warmUp(id, "alice");
        return id;
    }

    private static ActivityDraft draft(String name, long total, int limit, Instant start, Instant end) {
        return new ActivityDraft(name, total, 0, limit, start, end);
    }
}
