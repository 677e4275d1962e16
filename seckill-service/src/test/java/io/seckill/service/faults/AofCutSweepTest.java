package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Aof;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.PaymentService;
import io.seckill.service.testing.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * One sale, and Redis comes back from each of many moments of it, as after a power loss; MySQL stands at the end. Whatever
 * the moment, the sale opens again by itself, nothing is sold twice, and every unit can be sold.
 */
@Tag("long")
class AofCutSweepTest {

    private static final int UNITS = 40;
    private static final int CUTS = 12;
    private static final List<String> TABLES = List.of(
            "seckill_activity", "seckill_order", "seckill_stock_ledger", "seckill_dead_letter", "seckill_payment");

    @Test
    void from_whatever_moment_redis_comes_back_nothing_is_oversold_and_everything_adds_up() throws IOException {
        long seed = new Random().nextInt(1_000_000);
        System.out.println("seed " + seed);
        sweep(whole -> cuts(whole, new Random(seed)), (redis, door) -> redis.restart());
    }

    /**
     * A power loss tears a script's commands apart. Redis runs none of them when it starts, but where the tear is within a
     * command it leaves those before it in the file, and the MULTI in front of them; whatever is written next runs up to an
     * EXEC, so that at its second start it has half of the script. (Redis 7.0, aof-load-truncated.)
     */
    @Test
    void half_of_a_script_which_redis_runs_at_its_second_start_is_noticed() throws IOException {
        sweep(AofCutSweepTest::tears, (redis, door) -> {
            redis.restart();
            await().ignoreExceptions().atMost(Node.HEALS).until(() -> writeTwice(door));
            redis.kill9();
            redis.restart();
        });
    }

    /** Sells, then cuts the file at one place after another, starts Redis and checks. */
    private static void sweep(Function<byte[], Collection<Integer>> places, BiConsumer<RedisServer, Node> start)
            throws IOException {
        Database database = Stores.shared().newDatabase();
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.ALWAYS))) {
            Map<String, String> stores = Node.stores(database, redis.host(), redis.port(), redis.password());
            long sale = sell(stores);
            redis.kill9();
            Path file = appendOnlyFile(redis);
            byte[] whole = Files.readAllBytes(file);
            try (Node door = new Node(startWithout(redis, stores))) {
                keepTables(door);
                for (int cut : places.apply(whole)) {
                    redis.kill9();
                    restoreTables(door);
                    Files.write(file, Arrays.copyOf(whole, cut));
                    start.accept(redis, door);
                    check(stores, door, sale, cut);
                }
            }
        }
    }

    /** Two writes at once leave with a MULTI and an EXEC of their own. */
    private static boolean writeTwice(Node door) {
        door.bean(StringRedisTemplate.class)
                .execute(RedisScript.of("redis.call('SET', KEYS[1], 1) redis.call('DEL', KEYS[1])"), List.of("any"));
        return true;
    }

    /** In the middle of each command of the last order's script, and of the last that gave units back. */
    private static List<Integer> tears(byte[] whole) {
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        List<Integer> tears = new ArrayList<>();
        for (String last : List.of("LPUSH", "HDEL")) {
            int begin = text.lastIndexOf("MULTI", text.lastIndexOf(last));
            int end = text.indexOf("EXEC", begin);
            for (int at = text.indexOf("\r\n*", begin); at >= 0 && at < end; at = text.indexOf("\r\n*", at + 1)) {
                int next = text.indexOf("\r\n*", at + 1);
                tears.add((at + next) / 2);
            }
        }
        return tears;
    }

    /** Some paid, some cancelled, some waiting for payment, some accepted and not stored. */
    private static long sell(Map<String, String> stores) {
        long sale;
        try (Node worker = new Node(Worker.start(stores))) {
            sale = worker.sales.open(UNITS, 1);
            for (long user = 1; user <= 20; user++) {
                long order = worker.order(sale, user);
                worker.awaitStatus(sale, user, order, OrderStatus.PENDING_PAYMENT);
                if (user % 4 == 0) {
                    worker.bean(CancellationService.class).cancel(order, user);
                } else if (user % 4 == 1) {
                    worker.bean(PaymentService.class).record("txn-" + order, order);
                }
            }
            worker.awaitConsistent(sale);
        }
        try (Node door = new Node(Worker.doorOnly(stores))) {
            for (long user = 21; user <= 35; user++) {
                door.order(sale, user);
            }
        }
        return sale;
    }

    private static org.springframework.context.ConfigurableApplicationContext startWithout(
            RedisServer redis, Map<String, String> stores) {
        redis.restart();
        return Worker.doorOnly(stores);
    }

    private static void check(Map<String, String> stores, Node door, long sale, int cut) {
        List<Long> live = live(door, sale);
        try (Node worker = new Node(Worker.start(
                stores,
                "seckill.reconcile.automatic-rebuild=true",
                "seckill.reconcile.interval=10s",
                "seckill.reconcile.confirm-after=1s"))) {
            String at = "cut at " + cut;
            await(at).atMost(Node.HEALS).until(() -> {
                GrabResult result = door.grab(sale, 101);
                return result instanceof GrabResult.Accepted || result instanceof GrabResult.Duplicate;
            });
            worker.awaitConsistent(sale);
            assertThat(live(door, sale)).as(at).containsAll(live);
            for (long user = 102; !(door.grab(sale, user) instanceof GrabResult.SoldOut); user++) {
                assertThat(user).as(at).isLessThan(102 + UNITS);
            }
            worker.awaitStored(sale, UNITS);
            worker.awaitConsistent(sale);
            assertThat(door.sales.stockInMySql(sale)).as(at).isZero();
            assertThat(door.sales.stockInRedis(sale)).as(at).isZero();
            assertThat(door.deadLetters(sale)).as(at).isZero();
        }
    }

    private static List<Long> live(Node node, long sale) {
        return node.jdbc.queryForList(
                "SELECT id FROM seckill_order WHERE activity_id = ? AND active = 1", Long.class, sale);
    }

    /** Nothing, everything, ends of whole scripts, and somewhere in their middle. */
    private static TreeSet<Integer> cuts(byte[] whole, Random random) {
        TreeSet<Integer> cuts = new TreeSet<>(List.of(0, whole.length));
        List<Integer> ends = new ArrayList<>();
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf("EXEC\r\n"); at >= 0; at = text.indexOf("EXEC\r\n", at + 1)) {
            ends.add(at + "EXEC\r\n".length());
        }
        while (cuts.size() < CUTS) {
            cuts.add(random.nextBoolean() ? ends.get(random.nextInt(ends.size())) : random.nextInt(whole.length));
        }
        return cuts;
    }

    private static void keepTables(Node node) {
        TABLES.forEach(table -> node.jdbc.execute("CREATE TABLE kept_" + table + " AS SELECT * FROM " + table));
    }

    private static void restoreTables(Node node) {
        for (String table : TABLES) {
            String columns = String.join(
                    ", ",
                    node.jdbc.queryForList(
                            "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                                    + " AND table_name = ? AND extra NOT LIKE '%GENERATED%'",
                            String.class, table));
            node.jdbc.update("DELETE FROM " + table);
            node.jdbc.update("INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM kept_" + table);
        }
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
