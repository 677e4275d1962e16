package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.testing.Worker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;

/**
 * A process dies at a given step of an order's way. For the stores that is a client whose connections all end at that
 * moment and who never says anything again; so both its wires are cut for good, which is sooner done than a kill.
 */
@Tag("long")
class KilledAtEachStepTest {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");
    private static final String[] QUICK = {
        "seckill.queue.lease=2s",
        "seckill.queue.grace=0ms",
        "spring.data.redis.timeout=1s",
        "spring.datasource.hikari.connection-timeout=300",
        "spring.datasource.hikari.minimum-idle=1"
    };

    private static Database database;
    private static Node onlooker;

    private FaultProxy redis;
    private FaultProxy mysql;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        onlooker = new Node(Worker.doorOnly(Node.stores(database)));
        for (LuaScript script : new LuaScript[] {GRAB, RETURN}) {
            RedisCallback<String> load = connection ->
                    connection.scriptingCommands().scriptLoad(script.text().getBytes(StandardCharsets.UTF_8));
            onlooker.redis.execute(load);
        }
    }

    @AfterAll
    static void stop() {
        onlooker.close();
    }

    @BeforeEach
    void wire() {
        redis = FaultProxy.to(Stores.shared().redisHost(), Stores.shared().redisPort());
        URI address = URI.create(database.jdbcUrl().substring("jdbc:".length()));
        mysql = FaultProxy.to(address.getHost(), address.getPort());
    }

    @AfterEach
    void unwire() {
        redis.close();
        mysql.close();
    }

    @Test
    void before_the_script_is_sent_nothing_has_happened() {
        long sale = onlooker.sales.openUnserved(10, 1);
        try (Node victim = door()) {
            redis.onceBefore(this::die, GRAB.sha1());
            assertThat(victim.grab(sale, 1)).isNotInstanceOf(GrabResult.Accepted.class);
        }

        assertThat(onlooker.sales.stockInRedis(sale)).isEqualTo(10);
        assertThat(onlooker.claimed(sale)).isEqualTo("0");
        assertThat(onlooker.queued(sale)).isZero();
        assertThat(onlooker.view(sale, 1, null)).isEmpty();
        assertThat(onlooker.grab(sale, 1)).as("the buyer's next try").isInstanceOf(GrabResult.Accepted.class);
    }

    @Test
    void after_the_script_has_run_the_order_is_there_and_the_next_try_gets_its_id() {
        long sale = onlooker.sales.openUnserved(10, 1);
        GrabResult unheard;
        try (Node victim = door()) {
            redis.onceAfter(this::die, GRAB.sha1());
            unheard = victim.grab(sale, 1);
        }

        assertThat(unheard).isInstanceOf(GrabResult.Confirming.class);
        long order = ((GrabResult.Confirming) unheard).orderId();
        assertThat(onlooker.status(sale, 1, order)).isEqualTo(OrderStatus.QUEUED);
        GrabResult again = onlooker.grab(sale, 1);
        assertThat(again).isInstanceOf(GrabResult.Duplicate.class);
        assertThat(((GrabResult.Duplicate) again).order().orderId()).isEqualTo(order);
        assertThat(onlooker.sales.stockInRedis(sale)).isEqualTo(9);
        assertThat(onlooker.queued(sale)).isEqualTo(1);
    }

    @Test
    void between_row_and_stock_neither_is_there_and_the_next_worker_stores_both() {
        storedBySuccessor(() -> mysql.onceBefore(this::die, "INSERT INTO seckill_order", "UPDATE seckill_activity"), 0);
    }

    @Test
    void right_before_the_commit_neither_is_there_and_the_next_worker_stores_both() {
        storedBySuccessor(() -> mysql.onceBefore(this::die, "INSERT INTO seckill_order", "COMMIT"), 0);
    }

    @Test
    void right_after_the_commit_the_row_is_there_and_the_next_worker_takes_no_more_stock() {
        storedBySuccessor(() -> mysql.onceAfter(this::die, "INSERT INTO seckill_order", "COMMIT"), 1);
    }

    @Test
    void a_commit_whose_answer_is_lost_is_neither_acknowledged_nor_buried_and_the_next_delivery_settles_it() {
        long sale = onlooker.sales.open(10, 1);
        try (Node worker = worker()) {
            mysql.onceAfter(mysql::resetConnections, "INSERT INTO seckill_order", "COMMIT");
            long order = onlooker.order(sale, 1);

            onlooker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
            onlooker.awaitConsistent(sale);
            assertThat(worker.deadLetters(sale)).isZero();
        }
        assertThat(onlooker.sales.orders(sale)).isEqualTo(1);
        assertThat(onlooker.sales.stockInMySql(sale)).isEqualTo(9);
    }

    @Test
    void between_the_cancellation_and_the_return_of_its_unit_the_row_owes_it_and_it_comes_back_once() {
        returnedBySuccessor(() -> redis.onceBefore(this::die, RETURN.sha1()), 9);
    }

    @Test
    void between_the_return_of_a_unit_and_the_note_of_it_a_second_return_does_nothing() {
        returnedBySuccessor(() -> redis.onceAfter(this::die, RETURN.sha1()), 10);
    }

    private void storedBySuccessor(Runnable trap, long rowsLeft) {
        long sale = onlooker.sales.open(10, 1);
        long order;
        try (Node victim = worker()) {
            trap.run();
            order = onlooker.order(sale, 1);
            await().atMost(Node.HEALS).until(() -> mysql.connections() == 0);
            assertThat(onlooker.sales.orders(sale)).isEqualTo(rowsLeft);
            assertThat(onlooker.sales.stockInMySql(sale)).isEqualTo(10 - rowsLeft);
        }
        try (Node successor = new Node(Worker.start(database, QUICK))) {
            onlooker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
            onlooker.awaitConsistent(sale);
            assertThat(successor.deadLetters(sale)).isZero();
        }
        assertThat(onlooker.sales.orders(sale)).isEqualTo(1);
        assertThat(onlooker.sales.stockInMySql(sale)).isEqualTo(9);
        assertThat(onlooker.sales.stockInRedis(sale)).isEqualTo(9);
    }

    private void returnedBySuccessor(Runnable trap, long stockLeft) {
        long sale = onlooker.sales.open(10, 1);
        try (Node victim = worker()) {
            long order = onlooker.order(sale, 1);
            onlooker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
            trap.run();
            try {
                victim.bean(CancellationService.class).cancel(order, 1);
            } catch (RuntimeException unheard) {
                // A dead process tells its caller nothing either.
            }
            await().atMost(Node.HEALS).until(() -> redis.connections() == 0);
            assertThat(onlooker.sales.stockInMySql(sale)).isEqualTo(10);
            assertThat(onlooker.sales.stockInRedis(sale)).isEqualTo(stockLeft);
            assertThat(owed(order)).isEqualTo(1);
        }
        try (Node successor = new Node(Worker.start(database, QUICK))) {
            onlooker.awaitConsistent(sale);
            assertThat(successor.sales.orders(sale)).isZero();
        }
        assertThat(onlooker.sales.stockInRedis(sale)).isEqualTo(10);
        assertThat(onlooker.claimed(sale)).isEqualTo("0");
    }

    private static int owed(long order) {
        return onlooker.jdbc.queryForObject(
                "SELECT return_state FROM seckill_order WHERE id = ?", Integer.class, order);
    }

    private void die() {
        redis.cut();
        mysql.cut();
    }

    private Node door() {
        return new Node(Worker.doorOnly(wired(), QUICK));
    }

    private Node worker() {
        return new Node(Worker.start(wired(), QUICK));
    }

    private Map<String, String> wired() {
        Map<String, String> stores = Node.stores(database, redis);
        stores.put(
                "spring.datasource.url",
                database.via(mysql.host(), mysql.port()).jdbcUrl());
        return stores;
    }
}
