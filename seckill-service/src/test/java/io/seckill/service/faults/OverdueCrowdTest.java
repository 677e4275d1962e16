package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.testing.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hundred thousand orders whose time to pay is over, all at once, and a worker that has just started. */
@Tag("long")
class OverdueCrowdTest {

    private static final int ORDERS = 100_000;
    private static final int PART = 1_000;

    @Test
    void a_hundred_thousand_overdue_orders_are_all_cancelled_and_all_their_units_come_back() {
        Database database = Stores.shared().newDatabase();
        try (Node door = new Node(Worker.doorOnly(Node.stores(database)))) {
            long sale = door.sales.open(ORDERS, 1);
            fill(door, sale);

            long started = System.nanoTime();
            try (Node worker = new Node(Worker.start(database))) {
                await().atMost(Duration.ofMinutes(2)).until(() -> door.sales.orders(sale) == 0);
                System.out.println("cancelled after " + (System.nanoTime() - started) / 1_000_000 + " ms");
                assertThat(door.sales.stockInMySql(sale)).isEqualTo(ORDERS);
                await().atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> door.sales.stockInRedis(sale) == ORDERS);
                System.out.println("returned after " + (System.nanoTime() - started) / 1_000_000 + " ms");
                assertThat(worker.claimed(sale)).isEqualTo("0");
                assertThat(worker.redis.hasKey(RedisKeys.claims(sale))).isFalse();
            }
        }
    }

    private static void fill(Node door, long sale) {
        long first = 7_000_000_000_000_000L;
        for (int from = 0; from < ORDERS; from += PART) {
            StringBuilder rows = new StringBuilder();
            Map<String, String> claims = new HashMap<>();
            for (int i = from; i < from + PART; i++) {
                rows.append(i == from ? "" : ",")
                        .append("(%d, %d, %d, 1, 0, %d, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))"
                                .formatted(first + i, sale, i + 1, i + 1));
                claims.put(Integer.toString(i + 1), (first + i) + "|1|" + (i + 1) + "|1767225600000|0|1767226500000");
            }
            door.jdbc.update("INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch,"
                    + " accepted_at, created_at, pay_before) VALUES " + rows);
            door.redis.opsForHash().putAll(RedisKeys.claims(sale), claims);
        }
        door.jdbc.update("UPDATE seckill_activity SET stock = 0, max_seq = ? WHERE id = ?", ORDERS, sale);
        door.redis.opsForHash().put(RedisKeys.activity(sale), "claimed", Integer.toString(ORDERS));
        door.redis.opsForHash().put(RedisKeys.activity(sale), "seq", Integer.toString(ORDERS));
        door.redis.opsForValue().set(RedisKeys.stock(sale), "0");
    }
}
