package io.seckill.service.order;

import io.seckill.queue.DeadLetterEffects;
import io.seckill.queue.DeadLetterStore;
import io.seckill.queue.OrderHandler;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.OneActivity;
import io.seckill.service.database.Transactions;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.SteppedTimeline;
import io.seckill.service.simulator.MySqlModel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The product's own classes of this package, put together for one process of the simulator. */
public final class OrderDuties {

    /** Short, so that time-outs and NOT_PLACED happen within a run. */
    public static final OrderProperties PROPERTIES = new OrderProperties(Duration.ofSeconds(8), Duration.ofSeconds(4));

    private final OrderWriter writer;
    private final OwedSweeper sweeper;
    private final UnpaidOrderCanceller canceller;
    private final CancellationService cancellation;
    private final PaymentService payment;
    private final OrderStatusService status;
    private final DeadLetterTable letters;
    private final DeadOrders effects;

    public OrderDuties(
            long activityId,
            RedisLink redis,
            MySqlModel mysql,
            Transactions transactions,
            ActivityMapper activities,
            LongSupplier millis,
            Consumer<Long> takesUser,
            boolean ignoresDuplicates) {
        OrderRows orders = new OrderRows(mysql, millis, takesUser, ignoresDuplicates);
        ClaimBook claims = new ClaimBook(redis);
        UnitsReturner returner = new UnitsReturner(orders, redis);
        PaidNote paidNote = new PaidNote(orders, redis);
        OwedToRedis owed = new OwedToRedis(returner, paidNote);
        writer = new OrderWriter(new OrderStore(orders, orders, activities, transactions, PROPERTIES), claims, redis);
        sweeper = new OwedSweeper(orders, owed);
        canceller = new UnpaidOrderCanceller(orders, activities, transactions);
        status = new OrderStatusService(
                new ClaimReader(redis),
                orders,
                new OneActivity(activityId),
                new SteppedTimeline(millis),
                PROPERTIES,
                owed);
        cancellation = new CancellationService(orders, activities, transactions, returner, status);
        payment = new PaymentService(orders, new PaymentRows(mysql), transactions, paidNote);
        letters = new DeadLetterTable(new LetterRows(mysql, millis), claims, transactions);
        effects = new DeadOrders(orders, claims);
    }

    public OrderHandler writer() {
        return writer;
    }

    public void sweep() {
        sweeper.sweep();
    }

    public void cancelOverdue() {
        canceller.cancelOverdue();
    }

    public CancelResult cancel(long orderId, long userId) {
        return cancellation.cancel(orderId, userId);
    }

    public PaymentResult pay(String txnId, long orderId) {
        return payment.record(txnId, orderId);
    }

    public Optional<OrderView> status(long activityId, long userId, Long orderId) {
        return status.find(activityId, userId, orderId);
    }

    public DeadLetterStore letters() {
        return letters;
    }

    public DeadLetterEffects effects() {
        return effects;
    }
}
