package io.seckill.admin.chaos;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks all the time at what must hold at every instant. */
final class Onlooker implements Runnable {

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Books books;
    private final History history;
    private final List<Long> activities;
    private final BooleanSupplier goesOn;
    private final Runnable afterEach;

    /**
     * @param books what is looked at
     * @param history where it is noted
     * @param activities the sales
     * @param goesOn whether the shop is open
     * @param afterEach what follows each look
     */
    Onlooker(Books books, History history, List<Long> activities, BooleanSupplier goesOn, Runnable afterEach) {
        this.books = books;
        this.history = history;
        this.activities = activities;
        this.goesOn = goesOn;
        this.afterEach = afterEach;
    }

    @Override
    public void run() {
        while (goesOn.getAsBoolean()) {
            try {
                look();
                afterEach.run();
                history.count("looks at the books");
            } catch (RuntimeException storeAway) {
                history.count("looks at the books while a store was away");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void look() {
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
            boolean conserved = sale.stock() >= 0 && sale.stock() + sale.claimed() == sale.granted();
            if (!conserved && !sale.open()) {
                // A Redis that was started twice after a loss of power may have half of a script: nothing is sold then.
                history.count("looks at a shut sale that does not add up");
            } else if (!conserved) {
                history.violation("activity " + id + " at one instant: S + C is not W: " + sale);
            }
        }
    }
}
