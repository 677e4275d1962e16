package io.seckill.admin.chaos;

import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A crowd's thread: buys under ever other names, looks what became of it, pays, cancels, or forgets about it. */
final class Buyer implements Runnable {

    private static final int MOST_LOOKS = 12;
    private static final int WAIT_MS = 2_000;

    private final Shop shop;
    private final List<Long> activities;
    private final Random random;
    private final BooleanSupplier open;
    private final int users;
    private final long coldActivity;

    /**
     * @param shop where to buy
     * @param activities what is on sale
     * @param coldActivity what is not on sale yet
     * @param users how many names there are
     * @param random of this buyer
     * @param open whether the shop is
     */
    Buyer(Shop shop, List<Long> activities, long coldActivity, int users, Random random, BooleanSupplier open) {
        this.shop = shop;
        this.activities = activities;
        this.random = random;
        this.open = open;
        this.users = users;
        this.coldActivity = coldActivity;
    }

    @Override
    public void run() {
        while (open.getAsBoolean()) {
            long activity = activities.get(random.nextInt(activities.size()));
            long user = 1 + random.nextInt(users);
            if (random.nextInt(20) == 0) {
                mischief(activity, user);
            }
            shopping(activity, user);
            LockSupport.parkNanos(random.nextInt(60) * 1_000_000L);
        }
    }

    /** What must come to nothing. */
    private void mischief(long activity, long user) {
        switch (random.nextInt(3)) {
            case 0 -> shop.grabNonsense(random.nextInt(2), activity, user, -random.nextInt(6));
            case 1 -> shop.grabAs(random.nextInt(2), activity, user, 1 + random.nextInt(users));
            default -> shop.grab(random.nextInt(2), coldActivity, user, 1);
        }
    }

    private void shopping(long activity, long user) {
        Shop.Reply grab = shop.grab(random.nextInt(2), activity, user, 1 + random.nextInt(2));
        if (random.nextInt(4) == 0) {
            // Impatient: the same again, perhaps by the other node.
            shop.grab(random.nextInt(2), activity, user, 1);
        }
        if (grab.orderId() == 0) {
            return;
        }
        String status = follow(activity, user, grab.orderId());
        if (!status.equals("PENDING_PAYMENT")) {
            return;
        }
        int mood = random.nextInt(100);
        if (mood < 8) {
            payUntilTold(activity, user, grab.orderId());
        } else if (mood < 40) {
            shop.cancel(random.nextInt(2), activity, user, grab.orderId());
        } else if (mood < 44) {
            shop.cancel(random.nextInt(2), activity, user, grab.orderId());
            payUntilTold(activity, user, grab.orderId());
        }
        if (mood % 3 == 0) {
            shop.status(random.nextInt(2), activity, user, grab.orderId(), 0);
        }
    }

    /** Asks until the order is neither waiting nor uncertain, or for as long as patience lasts. */
    private String follow(long activity, long user, long order) {
        String status = History.UNKNOWN;
        for (int look = 0; look < MOST_LOOKS && open.getAsBoolean(); look++) {
            status = shop.status(random.nextInt(2), activity, user, order, WAIT_MS)
                    .outcome();
            switch (status) {
                case "QUEUED", "CONFIRMING", "PROCESSING", "SYSTEM_BUSY", History.UNKNOWN ->
                    LockSupport.parkNanos(200_000_000L);
                default -> {
                    return status;
                }
            }
        }
        return status;
    }

    private void payUntilTold(long activity, long user, long order) {
        for (int attempt = 0; attempt < MOST_LOOKS; attempt++) {
            Shop.Reply paid = shop.pay(random.nextInt(2), activity, user, order);
            if (!paid.unknown() && !paid.outcome().equals("SYSTEM_BUSY")) {
                return;
            }
            LockSupport.parkNanos(300_000_000L);
        }
    }
}
