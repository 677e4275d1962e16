package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Aof;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.CloseReason;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.PaymentService;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.Worker;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.RedisCallback;

/** Redis dies and comes back: whole, older, empty, or as another server. */
@Tag("long")
class OlderRedisTest {

    private static final String[] SETTINGS = {
        "seckill.grab.timeout=500ms",
        "seckill.order.confirming-for=1s",
        "seckill.queue.lease=3s",
        "spring.data.redis.timeout=1s"
    };

    @Test
    void a_kill_loses_nothing_with_a_file_flushed_every_second_once_that_second_is_over() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.EVERYSEC));
                Node worker = worker(redis)) {
            long sale = worker.sales.open(100, 1);
            for (long user = 1; user <= 50; user++) {
                worker.order(sale, user);
            }
            // Two seconds: a write is put off for one more while the one before it is still being flushed.
            await().pollDelay(Duration.ofMillis(2_100)).until(() -> true);

            redis.kill9();
            redis.restart();

            worker.orderOnceOpen(sale, 51);
            worker.awaitStored(sale, 51);
            worker.awaitConsistent(sale);
            assertThat(worker.sales.stockInRedis(sale)).isEqualTo(49);
        }
    }

    @Test
    void what_a_power_loss_took_is_noticed_before_anything_is_sold_and_its_buyers_may_buy_again() throws IOException {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.ALWAYS));
                Node worker = worker(redis)) {
            long sale = worker.sales.open(10, 1);
            long paid = worker.order(sale, 1);
            worker.awaitStatus(sale, 1, paid, OrderStatus.PENDING_PAYMENT);
            long kept = Files.size(appendOnlyFile(redis));
            worker.bean(PaymentService.class).record("txn-power-" + paid, paid);
            worker.awaitStatus(sale, 1, paid, OrderStatus.PAID);
            worker.order(sale, 2);
            worker.awaitStored(sale, 2);

            redis.kill9();
            try (RandomAccessFile file =
                    new RandomAccessFile(appendOnlyFile(redis).toFile(), "rw")) {
                file.setLength(kept);
            }
            redis.restart();

            staysShut(worker, sale);
            assertThat(worker.status(sale, 1, paid))
                    .as("what has been told for good")
                    .isEqualTo(OrderStatus.PAID);
            worker.bean(Rebuilder.class).rebuild(sale, "test");
            soldOn(worker, sale);
        }
    }

    @Test
    void an_accept_that_was_lost_before_it_was_stored_becomes_not_placed_and_its_buyer_may_buy_again()
            throws IOException {
        Database database = Stores.shared().newDatabase();
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.ALWAYS));
                Node door = new Node(Worker.doorOnly(
                        Node.stores(database, redis.host(), redis.port(), redis.password()), SETTINGS))) {
            long sale = door.sales.open(10, 1);
            door.order(sale, 1);
            long kept = Files.size(appendOnlyFile(redis));
            long lost = door.order(sale, 2);

            redis.kill9();
            try (RandomAccessFile file =
                    new RandomAccessFile(appendOnlyFile(redis).toFile(), "rw")) {
                file.setLength(kept + 100);
            }
            redis.restart();

            try (Node worker = worker(redis, database)) {
                worker.awaitStored(sale, 1);
                door.awaitStatus(sale, 2, lost, OrderStatus.NOT_PLACED);
                long again = door.orderOnceOpen(sale, 2);
                assertThat(again).isNotEqualTo(lost);
                worker.awaitStored(sale, 2);
                assertThat(door.status(sale, 2, lost)).isEqualTo(OrderStatus.NOT_PLACED);
                worker.awaitConsistent(sale);
            }
        }
    }

    @Test
    void a_redis_without_any_file_comes_back_empty_and_is_rebuilt_never_refilled() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.OFF));
                Node worker = worker(redis)) {
            long sale = worker.sales.open(10, 1);
            worker.order(sale, 1);
            worker.order(sale, 2);
            worker.awaitStored(sale, 2);

            redis.kill9();
            redis.restart();

            staysShut(worker, sale);
            worker.bean(Rebuilder.class).rebuild(sale, "test");
            soldOn(worker, sale);
        }
    }

    @Test
    @Tag("long")
    void a_snapshot_from_before_some_sales_is_noticed_and_rebuilt() throws IOException {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.OFF));
                Node worker = worker(redis)) {
            long sale = worker.sales.open(10, 1);
            long first = worker.order(sale, 1);
            worker.awaitStatus(sale, 1, first, OrderStatus.PENDING_PAYMENT);
            save(worker);
            Path snapshot = redis.directory().resolve("data/dump.rdb");
            Path kept = redis.directory().resolve("kept.rdb");
            Files.copy(snapshot, kept);
            worker.order(sale, 2);
            worker.awaitStored(sale, 2);

            redis.kill9();
            Files.move(kept, snapshot, StandardCopyOption.REPLACE_EXISTING);
            redis.restart();

            staysShut(worker, sale);
            worker.bean(Rebuilder.class).rebuild(sale, "test");
            soldOn(worker, sale);
        }
    }

    @Test
    void a_replica_that_lagged_and_was_promoted_is_noticed_and_no_user_gets_two_orders() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start(RedisOptions.defaults().password(master.password()));
                FaultProxy address = FaultProxy.to(master.host(), master.port());
                Node worker = worker(address, master.password())) {
            long sale = worker.sales.open(10, 1);
            worker.order(sale, 1);
            worker.awaitStored(sale, 1);
            replicate(master, replica, sale);
            cli(replica, "REPLICAOF", "NO", "ONE");
            worker.order(sale, 2);
            worker.awaitStored(sale, 2);

            master.kill9();
            address.redirect(replica.host(), replica.port());

            staysShut(worker, sale);
            worker.bean(Rebuilder.class).rebuild(sale, "test");
            soldOn(worker, sale);
        }
    }

    @Test
    @Tag("long")
    void when_master_and_replica_change_places_the_sale_goes_on_by_itself() {
        try (RedisServer master = RedisServer.start();
                RedisServer replica = RedisServer.start(RedisOptions.defaults().password(master.password()));
                FaultProxy address = FaultProxy.to(master.host(), master.port());
                Node worker = worker(address, master.password())) {
            long sale = worker.sales.open(10, 1);
            worker.order(sale, 1);
            worker.awaitStored(sale, 1);
            replicate(master, replica, sale);

            // First the former master is read-only behind the same address, as long as nobody has noticed.
            cli(replica, "REPLICAOF", "NO", "ONE");
            cli(master, "REPLICAOF", replica.host(), Integer.toString(replica.port()));
            await().atMost(Node.HEALS).until(() -> worker.grab(sale, 2) instanceof GrabResult.Busy);
            assertThat(worker.sales.stockInRedis(sale)).isEqualTo(9);
            address.redirect(replica.host(), replica.port());

            worker.orderOnceOpen(sale, 2);
            worker.awaitStored(sale, 2);
            worker.awaitConsistent(sale);
            assertThat(worker.sales.stockInMySql(sale)).isEqualTo(8);
        }
    }

    @Test
    @Tag("long")
    void two_masters_at_once_never_sell_more_than_there_is_and_the_losers_are_told() {
        Database database = Stores.shared().newDatabase();
        try (RedisServer left = RedisServer.start();
                RedisServer right = RedisServer.start(RedisOptions.defaults().password(left.password()));
                FaultProxy address = FaultProxy.to(left.host(), left.port());
                Node door = new Node(Worker.doorOnly(
                        Node.stores(database, address.host(), address.port(), left.password()), SETTINGS))) {
            long sale = door.sales.open(5, 1);
            replicate(left, right, sale);
            cli(right, "REPLICAOF", "NO", "ONE");
            // Nobody on this side of the network knows of the new master, and its worker is gone.
            long lost = 0;
            for (long user = 1; user <= 5; user++) {
                lost = door.order(sale, user);
            }

            try (Node worker = worker(right, database)) {
                for (long user = 11; user <= 15; user++) {
                    worker.orderOnceOpen(sale, user);
                }
                worker.awaitStored(sale, 5);

                try (Node behind = worker(left, database)) {
                    // The worker beside the old master has its orders, and MySQL has no stock for them.
                    await().atMost(Node.HEALS)
                            .until(() -> behind.jdbc.queryForObject(
                                            "SELECT COUNT(*) FROM seckill_order WHERE activity_id = ? AND status = 2",
                                            Long.class,
                                            sale)
                                    == 5);
                    assertThat(behind.sales.orders(sale)).isEqualTo(5);
                    assertThat(behind.sales.stockInMySql(sale)).isZero();
                }
                address.redirect(right.host(), right.port());

                door.awaitStatus(sale, 5, lost, OrderStatus.CANCELLED);
                assertThat(door.view(sale, 5, lost).orElseThrow().closeReason()).isEqualTo(CloseReason.SHORTAGE);
                await().atMost(Node.HEALS).until(() -> door.grab(sale, 5) instanceof GrabResult.SoldOut);
                assertThat(door.grab(sale, 11)).isInstanceOf(GrabResult.Duplicate.class);
                worker.awaitConsistent(sale);
            }
        }
    }

    /** Not open, not sold out, and nobody who has bought can buy again. */
    private static void staysShut(Node worker, long sale) {
        await().atMost(Node.HEALS).until(() -> worker.grab(sale, 9) instanceof GrabResult.NotOpen);
        await().during(Duration.ofMillis(2_500))
                .atMost(Node.HEALS)
                .until(() -> worker.grab(sale, 9) instanceof GrabResult.NotOpen
                        && worker.grab(sale, 1) instanceof GrabResult.NotOpen
                        && worker.sales.stockInMySql(sale) == 8);
    }

    /** Of ten units two were sold: eight more sell, none twice to a user, and not a ninth. */
    private static void soldOn(Node worker, long sale) {
        worker.orderOnceOpen(sale, 9);
        assertThat(worker.grab(sale, 1)).isInstanceOf(GrabResult.Duplicate.class);
        assertThat(worker.grab(sale, 2)).isInstanceOf(GrabResult.Duplicate.class);
        for (long user = 21; user <= 27; user++) {
            worker.order(sale, user);
        }
        assertThat(worker.grab(sale, 28)).isInstanceOf(GrabResult.SoldOut.class);
        worker.awaitStored(sale, 10);
        worker.awaitConsistent(sale);
        assertThat(worker.sales.stockInMySql(sale)).isZero();
    }

    private static Node worker(RedisServer redis) {
        return worker(redis, Stores.shared().newDatabase());
    }

    private static Node worker(RedisServer redis, Database database) {
        return new Node(Worker.start(Node.stores(database, redis.host(), redis.port(), redis.password()), SETTINGS));
    }

    private static Node worker(FaultProxy address, String password) {
        return new Node(Worker.start(
                Node.stores(Stores.shared().newDatabase(), address.host(), address.port(), password), SETTINGS));
    }

    private static void save(Node worker) {
        RedisCallback<Boolean> save = connection -> {
            connection.serverCommands().save();
            return true;
        };
        worker.redis.execute(save);
    }

    private static void replicate(RedisServer master, RedisServer replica, long sale) {
        cli(replica, "CONFIG", "SET", "masterauth", master.password());
        cli(master, "CONFIG", "SET", "masterauth", master.password());
        cli(replica, "REPLICAOF", master.host(), Integer.toString(master.port()));
        await().atMost(Node.HEALS)
                .until(() -> cli(replica, "INFO", "replication").contains("master_link_status:up")
                        && cli(replica, "GET", "seckill:stock:{" + sale + "}")
                                .equals(cli(master, "GET", "seckill:stock:{" + sale + "}")));
    }

    private static String cli(RedisServer redis, String... words) {
        return RawRedis.ask(redis, words);
    }

    private static Path appendOnlyFile(RedisServer redis) throws IOException {
        try (Stream<Path> files = Files.walk(redis.directory())) {
            return files.filter(file -> file.toString().endsWith(".incr.aof")
                            || file.getFileName().toString().equals("appendonly.aof"))
                    .filter(Files::isRegularFile)
                    .max(Comparator.comparing(Path::toString))
                    .orElseThrow();
        }
    }
}
