package io.seckill.admin.chaos;

import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** One run: a sale under load, faults, an end, and the verdict. */
final class ChaosRun {

    private static final Duration LAST_LOOK = Duration.ofSeconds(2);
    private static final int ACTIVITIES = 3;
    private static final int UNITS = 300;

    private final ChaosOptions options;
    private final Fleet fleet;
    private final History history = new History();
    private final Random random;
    private final List<Long> activities = new ArrayList<>();
    private long coldActivity;
    private volatile boolean open = true;

    private ChaosRun(ChaosOptions options, Fleet fleet) {
        this.options = options;
        this.fleet = fleet;
        this.random = new Random(options.seed());
    }

    /**
     * @param args see {@link ChaosOptions#of}; before them perhaps {@code --rounds R}, so many runs, each with the next
     *     seed. Exit code 0 if every promise was kept, 1 if not
     */
    public static void main(String[] args) {
        boolean several = args.length > 1 && args[0].equals("--rounds");
        int rounds = several ? Integer.parseInt(args[1]) : 1;
        ChaosOptions options = ChaosOptions.of(several ? Arrays.copyOfRange(args, 2, args.length) : args);
        int broken = 0;
        for (int round = 0; round < rounds; round++) {
            broken += run(options.withSeed(options.seed() + round)).isEmpty() ? 0 : 1;
        }
        if (several) {
            System.out.println(rounds + " rounds, " + broken + " of them with violations");
        }
        System.exit(broken == 0 ? 0 : 1);
    }

    /** Runs, reports, and returns what was broken. */
    static List<String> run(ChaosOptions options) {
        System.out.println("chaos: " + options);
        try (Fleet fleet = Fleet.start(options)) {
            return new ChaosRun(options, fleet).run();
        }
    }

    private List<String> run() {
        ShopOperator operator = new ShopOperator(fleet.admins().get(0), history);
        for (int i = 0; i < ACTIVITIES; i++) {
            activities.add(operator.openSale("chaos " + i, UNITS, UNITS / 10, 2));
        }
        coldActivity = operator.createSale("not warm yet", UNITS, 0, 2);
        Books books = new Books(fleet);
        Shop shop = new Shop(fleet.apis(), history);
        ExecutorService people = Executors.newCachedThreadPool();
        for (int i = 0; i < options.buyers(); i++) {
            people.execute(new Buyer(
                    shop, activities, coldActivity, options.users(), new Random(options.seed() + 1 + i), () -> open));
        }
        people.execute(this::operators);
        people.execute(() -> watch(books));
        nemesis();
        open = false;
        people.shutdown();
        awaitEnd(people);
        fleet.heal();
        fleet.awaitAll();
        operator.signOut();
        settle(operator);
        askForAll(shop);
        List<String> violations = Referee.judge(history, books, activities, coldActivity, options.faults());
        report(violations);
        return violations;
    }

    private void nemesis() {
        long end = System.nanoTime() + options.duration().toNanos();
        List<Fault> faults = List.copyOf(options.faults());
        if (options.once()) {
            long each = options.duration().toNanos() / (faults.size() + 1);
            for (Fault fault : faults) {
                LockSupport.parkNanos(each);
                inflict(fault);
            }
        } else {
            while (!faults.isEmpty()
                    && end - System.nanoTime() > options.calmAtTheEnd().toNanos()) {
                LockSupport.parkNanos(options.pause(random).toNanos());
                inflict(faults.get(random.nextInt(faults.size())));
            }
        }
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void inflict(Fault fault) {
        System.out.println(LocalTime.now().truncatedTo(ChronoUnit.MILLIS) + " " + fault);
        history.count("fault " + fault);
        fault.inflict(fleet, random, history);
    }

    /** Two operators at two consoles. */
    private void operators() {
        Random mood = new Random(options.seed() - 1);
        List<ShopOperator> operators = fleet.admins().stream()
                .map(admin -> new ShopOperator(admin, history))
                .toList();
        while (open) {
            operators.get(mood.nextInt(operators.size())).meddle(activities, mood);
            LockSupport.parkNanos(Duration.ofMillis(300 + mood.nextInt(900)).toNanos());
        }
    }

    /** What must hold at every instant is looked at all the time. */
    private void watch(Books books) {
        while (open) {
            try {
                for (Books.Activity activity : books.activities()) {
                    if (activity.stock() < 0 || activity.stock() + activity.liveUnits() != activity.total()) {
                        history.violation("in one snapshot of MySQL: " + activity);
                    }
                }
                for (long id : activities) {
                    Books.Sale sale = books.sale(id);
                    if (sale.expires()) {
                        history.violation("a key of activity " + id + ", which is on, has an expiry");
                    }
                    if (sale.stock() < 0 || sale.stock() + sale.claimed() != sale.granted()) {
                        history.violation("at one instant in Redis: activity " + id + ": " + sale);
                    }
                }
                history.count("looks at the books");
            } catch (RuntimeException storeAway) {
                history.count("looks at the books while a store was away");
            }
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
    }

    private static void awaitEnd(ExecutorService people) {
        try {
            if (!people.awaitTermination(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("buyers are still waiting for something");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until nothing is on its way, nothing waits for payment, and the product itself finds nothing wrong. */
    private void settle(ShopOperator operator) {
        long end = System.nanoTime() + options.settles().toNanos();
        for (long id : activities) {
            JsonNode[] last = new JsonNode[1];
            Duration left = Duration.ofNanos(Math.max(end - System.nanoTime(), LAST_LOOK.toNanos()));
            try {
                Awaitility.await()
                        .atMost(left)
                        .pollInterval(Duration.ofSeconds(1))
                        .ignoreExceptions()
                        .until(() -> {
                            last[0] = operator.monitor(id);
                            return last[0].path("atRest").asBoolean()
                                    && last[0].path("problems").isEmpty()
                                    && unpaid(id) == 0;
                        });
            } catch (RuntimeException notAtRest) {
                history.violation("activity " + id + " does not come to rest: " + last[0]);
            }
        }
    }

    private long unpaid(long activityId) {
        return new Books(fleet)
                .orders().values().stream()
                        .filter(order -> order.activityId() == activityId && order.status() == 0)
                        .count();
    }

    /** Of every order that anybody was ever told of, its buyer asks once more; none may still be uncertain. */
    private void askForAll(Shop shop) {
        Set<Long> asked = new HashSet<>();
        List<History.Event> told = history.events().stream()
                .filter(event -> event.orderId() != 0 && event.deed() == History.Deed.GRAB)
                .sorted(Comparator.comparingLong(History.Event::atMillis))
                .toList();
        for (History.Event event : told) {
            if (!asked.add(event.orderId())) {
                continue;
            }
            String status = finalStatus(shop, event);
            if (status.equals("RATE_LIMITED")) {
                history.violation("user " + event.userId() + " is limited for ever");
                continue;
            }
            if (!Set.of("PAID", "CANCELLED", "NOT_PLACED", "PROCESSING").contains(status)) {
                history.violation("order " + event.orderId() + " has no final status: " + status);
            }
        }
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

    private void report(List<String> violations) {
        Map<String, Long> counts = new TreeMap<>();
        history.counts().forEach((what, count) -> counts.put(what, count.sum()));
        counts.forEach((what, count) -> System.out.printf("  %-50s %8d%n", what, count));
        System.out.printf(
                "  %-50s %8d%n",
                "orders that a power loss may have taken", history.lost().size());
        violations.forEach(violation -> System.out.println("VIOLATION " + violation));
        System.out.println(
                violations.isEmpty()
                        ? "CONSISTENT: every promise was kept (seed " + options.seed() + ")"
                        : violations.size() + " VIOLATIONS (seed " + options.seed() + "); logs in "
                                + fleet.directory());
    }
}
