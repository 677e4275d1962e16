package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One sale under load: faults, an end, and the verdict. Others may have been held on the same fleet before it. */
final class Round {

    private static final int ACTIVITIES = 3;
    private static final int UNITS = 300;
    private static final long SEEDS_APART = 1_000;

    private final ChaosOptions options;
    private final Fleet fleet;
    private final History history = new History();
    private final List<Long> activities = new ArrayList<>();
    private volatile boolean open = true;
    private volatile boolean caught;

    private Round(ChaosOptions options, Fleet fleet) {
        this.options = options;
        this.fleet = fleet;
    }

    /**
     * Holds it. The fleet is whole before and after; the sales are closed in the end.
     *
     * @param options what it is to be
     * @param fleet where
     * @return what came of it
     */
    static Verdict play(ChaosOptions options, Fleet fleet) {
        fleet.begin(options);
        Round round = new Round(options, fleet);
        try {
            return round.play();
        } catch (RuntimeException | AssertionError brokenOff) {
            return Verdict.brokenOff(options, brokenOff);
        } finally {
            round.open = false;
        }
    }

    private Verdict play() {
        long began = System.nanoTime();
        ShopOperator operator = new ShopOperator(fleet.admins().get(0), history);
        long cold = operator.createSale("not warm yet", UNITS, 0, 2);
        for (int i = 0; i < ACTIVITIES; i++) {
            activities.add(operator.openSale("chaos " + options.seed() + "/" + i, UNITS, UNITS / 10, 2));
        }
        // Its list of activities may be a second old; the one that is not warm, which it does not tell of, is older.
        long newest = activities.get(ACTIVITIES - 1);
        fleet.apis().forEach(api -> api.await200("/seckill/activities/" + newest));
        Books books = new Books(fleet, activities, cold);
        Shop shop = new Shop(fleet.apis(), history);
        ExecutorService people = Executors.newCachedThreadPool();
        for (int i = 0; i < options.buyers(); i++) {
            Random mood = new Random(options.seed() * SEEDS_APART + 1 + i);
            people.execute(new Buyer(shop, activities, cold, options.users(), mood, () -> open));
        }
        people.execute(this::operators);
        people.execute(new Onlooker(books, history, activities, () -> open, () -> glance(books, cold)));
        List<Fault> faults = new Nemesis(options, fleet, history, () -> !caught).run();
        open = false;
        awaitEnd(people);
        fleet.heal();
        fleet.awaitAll();
        // A console that was started again knows nobody.
        ShopOperator afterwards = new ShopOperator(fleet.admins().get(0), history);
        if (!caught) {
            Aftermath aftermath = new Aftermath(options, history, books, activities);
            aftermath.settle(afterwards);
            aftermath.askForAll(shop);
        }
        List<String> violations = Referee.judge(history, books, activities, cold, faults);
        activities.forEach(afterwards::close);
        return new Verdict(
                options.seed(),
                List.copyOf(faults),
                (System.nanoTime() - began) / 1e9,
                history.counts(),
                history.lost().size(),
                violations);
    }

    /** Once a known mistake has shown itself there is nothing to wait for. */
    private void glance(Books books, long cold) {
        Defect defect = options.defect();
        if (defect != null
                && Referee.soFar(history, books, cold, options.faults()).stream()
                        .anyMatch(defect::isShownBy)) {
            caught = true;
            open = false;
        }
    }

    /** Operators at all the consoles. */
    private void operators() {
        Random mood = new Random(options.seed() * SEEDS_APART);
        List<ShopOperator> operators = fleet.admins().stream()
                .map(admin -> new ShopOperator(admin, history))
                .toList();
        while (open) {
            operators.get(mood.nextInt(operators.size())).meddle(activities, mood, options.compares());
            LockSupport.parkNanos(Duration.ofMillis(300 + mood.nextInt(900)).toNanos()
                    / options.rhythm().haste());
        }
    }

    private static void awaitEnd(ExecutorService people) {
        people.shutdown();
        try {
            if (!people.awaitTermination(120, TimeUnit.SECONDS)) {
                throw new IllegalStateException("buyers are still waiting for something");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
