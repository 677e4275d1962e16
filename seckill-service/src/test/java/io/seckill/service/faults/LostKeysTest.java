package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.RedisKeys;
import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.reconcile.Rebuilder;
import io.seckill.service.testing.Worker;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A key of a sale expires, is deleted, or falls to an eviction in the middle of the sale. */
class LostKeysTest {

    private static Database database;
    private static Node worker;

    @BeforeAll
    static void start() {
        database = Stores.shared().newDatabase();
        worker = new Node(Worker.start(Node.stores(database), "seckill.grab.max-regrabs=10"));
    }

    @AfterAll
    static void stop() {
        worker.close();
    }

    enum Key {
        ACTIVITY {
            @Override
            String of(long sale) {
                return RedisKeys.activity(sale);
            }
        },
        STOCK {
            @Override
            String of(long sale) {
                return RedisKeys.stock(sale);
            }
        },
        CLAIMS {
            @Override
            String of(long sale) {
                return RedisKeys.claims(sale);
            }
        };

        abstract String of(long sale);
    }

    @ParameterizedTest
    @EnumSource
    void a_sale_one_of_whose_keys_is_gone_takes_no_orders_makes_no_key_anew_and_is_right_after_a_rebuild(Key lost) {
        long sale = worker.sales.open(10, 1);
        long first = worker.order(sale, 1);
        worker.order(sale, 2);
        worker.awaitStored(sale, 2);
        worker.awaitStatus(sale, 2, worker.view(sale, 2, null).orElseThrow().orderId(), OrderStatus.PENDING_PAYMENT);

        worker.redis.expireAt(lost.of(sale), Instant.now().minusSeconds(60));

        assertThat(worker.grab(sale, 1)).as("one who has bought").isInstanceOf(GrabResult.NotOpen.class);
        assertThat(worker.grab(sale, 3)).as("one who has not").isInstanceOf(GrabResult.NotOpen.class);
        worker.bean(CancellationService.class).cancel(first, 1);
        assertThat(worker.redis.hasKey(lost.of(sale)))
                .as(lost + " is made anew")
                .isFalse();
        assertThat(worker.grab(sale, 3)).isInstanceOf(GrabResult.NotOpen.class);
        assertThat(worker.status(sale, 1, first)).isEqualTo(OrderStatus.CANCELLED);

        worker.bean(Rebuilder.class).rebuild(sale, "test");

        worker.orderOnceOpen(sale, 3);
        assertThat(worker.grab(sale, 2)).isInstanceOf(GrabResult.Duplicate.class);
        worker.orderOnceOpen(sale, 1);
        worker.awaitStored(sale, 3);
        worker.awaitConsistent(sale);
        assertThat(worker.sales.stockInRedis(sale)).isEqualTo(7);
        assertThat(worker.sales.stockInMySql(sale)).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void a_sale_that_has_lost_a_key_is_rebuilt_by_itself_where_that_is_configured(Key lost) {
        try (Node rebuilder = new Node(
                Worker.start(database, "seckill.reconcile.automatic-rebuild=true", "seckill.queue.threads=1"))) {
            long sale = worker.sales.open(10, 1);
            worker.order(sale, 1);
            worker.awaitStored(sale, 1);

            worker.redis.delete(lost.of(sale));

            rebuilder.orderOnceOpen(sale, 2);
            assertThat(worker.grab(sale, 1)).isInstanceOf(GrabResult.Duplicate.class);
            worker.awaitStored(sale, 2);
            worker.awaitConsistent(sale);
        }
    }

    @ParameterizedTest
    @EnumSource
    void no_key_of_a_sale_has_an_expiry_while_it_sells(Key key) {
        long sale = worker.sales.open(10, 1);
        long order = worker.order(sale, 1);
        worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
        worker.bean(CancellationService.class).cancel(order, 1);
        await().atMost(Node.HEALS).until(() -> worker.grab(sale, 1) instanceof GrabResult.Accepted);

        assertThat(worker.redis.getExpire(key.of(sale))).isEqualTo(-1);
        assertThat(worker.redis.keys("seckill:*{" + sale + "}*")).allMatch(any -> worker.redis.getExpire(any) < 0);
    }
}
