package io.seckill.service.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.MySqlOptions;
import io.seckill.common.stores.MySqlServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.OrderIds;
import io.seckill.service.order.OrderStatus;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.OrderView;
import io.seckill.service.testing.Worker;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clocks that are wrong, that jump, and that are in another time zone. */
@Tag("long")
class ClocksTest {

    /** A clock that somebody sets. */
    private static final class SetClock extends Clock {

        private volatile Duration offset = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(offset);
        }
    }

    @Test
    void nodes_whose_clocks_differ_by_ten_minutes_agree_on_start_end_and_time_to_pay() {
        Database database = Stores.shared().newDatabase();
        Map<String, String> stores = Node.stores(database);
        Clock fast = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5));
        Clock slow = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-5));
        String[] settings = {"seckill.order.pay-within=4s"};
        try (Node one = new Node(Worker.start(fast, stores, settings));
                Node other = new Node(Worker.start(slow, stores, settings))) {
            Instant start = Instant.now().plusMillis(1_500).truncatedTo(ChronoUnit.MILLIS);
            long sale = warm(one, start, start.plusSeconds(3));

            for (Node node : new Node[] {one, other}) {
                GrabResult early = node.grab(sale, 1);
                assertThat(early).isInstanceOf(GrabResult.NotStarted.class);
                assertThat(((GrabResult.NotStarted) early).startsIn()).isLessThanOrEqualTo(Duration.ofMillis(1_500));
            }
            await().atMost(Node.HEALS).until(() -> one.grab(sale, 1) instanceof GrabResult.Accepted);
            Instant opened = Instant.now();
            assertThat(opened).isAfterOrEqualTo(start);
            long order = other.order(sale, 2);

            one.awaitStatus(sale, 2, order, OrderStatus.PENDING_PAYMENT);
            OrderView stored = other.view(sale, 2, order).orElseThrow();
            assertThat(stored.payBefore()).isBetween(opened.plusMillis(3_900), opened.plusSeconds(20));

            await().atMost(Node.HEALS)
                    .until(() -> one.grab(sale, 3) instanceof GrabResult.Ended
                            && other.grab(sale, 3) instanceof GrabResult.Ended);
            assertThat(Instant.now()).isAfterOrEqualTo(start.plusSeconds(3));
            one.awaitStatus(sale, 2, order, OrderStatus.CANCELLED);
            assertThat(Instant.now()).as("nobody is cancelled early").isAfterOrEqualTo(stored.payBefore());
        }
    }

    @Test
    void a_clock_that_jumps_by_two_hours_opens_nothing_early_cancels_nobody_and_repeats_no_id() {
        SetClock clock = new SetClock();
        try (Node worker =
                new Node(Worker.start(clock, Node.stores(Stores.shared().newDatabase()), "seckill.queue.lease=3s"))) {
            long sale = worker.sales.open(10, 1);
            Instant start = Instant.now().plusSeconds(3_600);
            long later = warm(worker, start, start.plusSeconds(60));
            long order = worker.order(sale, 1);
            worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
            long last = worker.bean(OrderIds.class).next().orElseThrow();

            for (Duration jump : new Duration[] {Duration.ofHours(2), Duration.ofHours(-2)}) {
                clock.offset = jump;
                // Long enough for each of the worker's duties, and for a lease to end.
                await().during(Duration.ofMillis(3_500))
                        .atMost(Node.HEALS)
                        .until(() -> worker.grab(later, 1) instanceof GrabResult.NotStarted
                                && worker.status(sale, 1, order) == OrderStatus.PENDING_PAYMENT);
                long next = worker.bean(OrderIds.class).next().orElseThrow();
                assertThat(next).isGreaterThan(last);
                last = next;
                long user = jump.isNegative() ? 3 : 2;
                long more = worker.order(sale, user);
                assertThat(more).isGreaterThan(last);
                worker.awaitStatus(sale, user, more, OrderStatus.PENDING_PAYMENT);
            }
            worker.awaitConsistent(sale);
        }
    }

    @Test
    void a_window_in_shanghai_opens_to_the_second_on_a_server_whose_zones_are_others() {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Shanghai"));
        try (MySqlServer mysql = MySqlServer.start(MySqlOptions.defaults().with("--default-time-zone=-05:00"))) {
            Database database = mysql.newDatabase();
            Map<String, String> stores = Node.stores(database);
            // As shipped: nothing in the URL tells the driver of zones.
            stores.put(
                    "spring.datasource.url",
                    database.jdbcUrl()
                            .replaceAll(
                                    "\\?.*",
                                    "?connectTimeout=3000&socketTimeout=10000&characterEncoding=utf8"
                                            + "&sslMode=DISABLED&allowPublicKeyRetrieval=true"));
            try (Node worker = new Node(Worker.start(stores))) {
                OffsetDateTime start =
                        OffsetDateTime.now(ZoneOffset.ofHours(8)).plusSeconds(3).truncatedTo(ChronoUnit.SECONDS);
                long sale = warm(worker, start.toInstant(), start.toInstant().plusSeconds(600));
                assertThat(worker.grab(sale, 1)).isInstanceOf(GrabResult.NotStarted.class);

                long order = worker.orderOnceOpen(sale, 1);

                assertThat(Instant.now())
                        .isBetween(start.toInstant(), start.toInstant().plusMillis(1_900));
                worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
                OrderView claim = worker.view(sale, 1, order).orElseThrow();
                assertThat(claim.payBefore())
                        .isBetween(
                                Instant.now().plusSeconds(15 * 60 - 20),
                                Instant.now().plusSeconds(15 * 60));
                assertThat(worker.bean(OrderStatusService.class)
                                .findById(order, 1)
                                .orElseThrow()
                                .payBefore())
                        .as("the row's, against the claim's")
                        .isEqualTo(claim.payBefore());
                assertThat(worker.jdbc.queryForObject(
                                "SELECT DATE_FORMAT(start_time, '%Y-%m-%dT%H:%i:%sZ') FROM seckill_activity WHERE id = ?",
                                String.class, sale))
                        .isEqualTo(start.toInstant().toString());
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void an_order_that_waits_longer_than_the_time_to_pay_has_all_of_it_once_it_is_stored() {
        Database database = Stores.shared().newDatabase();
        try (Node door = new Node(Worker.doorOnly(Node.stores(database)))) {
            long sale = door.sales.open(10, 1);
            long order = door.order(sale, 1);
            await().pollDelay(Duration.ofMillis(2_200)).until(() -> true);

            Instant workerStarts = Instant.now();
            try (Node worker = new Node(Worker.start(database, "seckill.order.pay-within=2s"))) {
                worker.awaitStatus(sale, 1, order, OrderStatus.PENDING_PAYMENT);
                assertThat(worker.view(sale, 1, order).orElseThrow().payBefore())
                        .isAfterOrEqualTo(workerStarts.plusMillis(1_990));
            }

            // Nobody remembers it but MySQL: another worker finds it overdue.
            try (Node next = new Node(Worker.start(database))) {
                next.awaitStatus(sale, 1, order, OrderStatus.CANCELLED);
                next.awaitConsistent(sale);
                assertThat(next.sales.stockInRedis(sale)).isEqualTo(10);
            }
        }
    }

    private static long warm(Node node, Instant start, Instant end) {
        // Where no other database's ids begin, for Redis is shared.
        node.jdbc.execute(
                "ALTER TABLE seckill_activity AUTO_INCREMENT = " + (2_000_000L + new SecureRandom().nextInt(1 << 30)));
        long sale = node.bean(ActivityEditor.class)
                .create(new ActivityDraft("clocks", 10, 0, 1, start, end), "test")
                .id();
        node.bean(WarmUpService.class).warmUp(sale, "test");
        return sale;
    }
}
