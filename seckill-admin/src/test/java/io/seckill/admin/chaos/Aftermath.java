package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** When the buyers have left and all is whole: the shop comes to rest, and everybody asks once more. */
final class Aftermath {

    private static final Duration LAST_LOOK = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int ASKING = 8;
    private static final Set<String> FINAL = Set.of("PAID", "CANCELLED", "NOT_PLACED", "PROCESSING");

    private final ChaosOptions options;
    private final History history;
    private final Books books;
    private final List<Long> activities;

    /**
     * @param options how long it may take
     * @param history what was told
     * @param books of these activities
     * @param activities the sales
     */
    Aftermath(ChaosOptions options, History history, Books books, List<Long> activities) {
        this.options = options;
        this.history = history;
        this.books = books;
        this.activities = activities;
    }

    /**
     * Until nothing is on its way, nothing waits for payment, and the product itself finds nothing wrong. (With a mistake
     * in it, it may find something for ever: then without the last.)
     */
    void settle(ShopOperator operator) {
        long end = System.nanoTime() + options.settles().toNanos();
        for (long id : activities) {
            JsonNode[] last = new JsonNode[1];
            Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), LAST_LOOK.toNanos()));
            try {
                Awaitility.await()
                        .atMost(left)
                        .pollInterval(BETWEEN_LOOKS)
                        .ignoreExceptions()
                        .until(() -> {
                            last[0] = operator.monitor(id);
                            return last[0].path("atRest").asBoolean()
                                    && (options.defect() != null
                                            || last[0].path("problems").isEmpty())
                                    && unpaid(id) == 0;
                        });
            } catch (RuntimeException notAtRest) {
                history.violation("activity " + id + " does not come to rest: " + last[0]);
            }
        }
    }

    private long unpaid(long activityId) {
        return books.orders().values().stream()
                .filter(order -> order.activityId() == activityId && order.status() == 0)
                .count();
    }

    /** Of every order that anybody was ever told of, its buyer asks once more; none may still be uncertain. */
    void askForAll(Shop shop) {
        Map<Long, History.Event> told = new HashMap<>();
        history.events().stream()
                .filter(event -> event.orderId() != 0 && event.deed() == History.Deed.GRAB)
                .sorted(Comparator.comparingLong(History.Event::atMillis))
                .forEach(event -> told.putIfAbsent(event.orderId(), event));
        AtomicBoolean found = new AtomicBoolean();
        ExecutorService askers = Executors.newFixedThreadPool(ASKING);
        List<Future<?>> asked = new ArrayList<>();
        told.values()
                .forEach(event -> asked.add(askers.submit(() -> {
                    // Of a known mistake one sign is enough.
                    if (options.defect() == null || !found.get()) {
                        found.compareAndSet(false, !ask(shop, event));
                    }
                })));
        askers.shutdown();
        for (Future<?> one : asked) {
            await(one);
        }
    }

    private static void await(Future<?> one) {
        try {
            one.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private boolean ask(Shop shop, History.Event event) {
        String status = finalStatus(shop, event);
        if (status.equals("RATE_LIMITED")) {
            history.violation("user " + event.userId() + " is limited for ever");
            return false;
        }
        if (!FINAL.contains(status)) {
            history.violation("order " + event.orderId() + " has no final status: " + status);
            return false;
        }
        return true;
    }

    /** A limit that was reached is over after its period. */
    private static String finalStatus(Shop shop, History.Event event) {
        String status = "RATE_LIMITED";
        for (int look = 0; look < 4 && status.equals("RATE_LIMITED"); look++) {
            if (look > 0) {
                LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
            }
            status = shop.status(0, event.activityId(), event.userId(), event.orderId(), 0)
                    .outcome();
        }
        return status;
    }
}
