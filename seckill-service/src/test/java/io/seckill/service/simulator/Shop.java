package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.BatchResult;
import io.seckill.queue.DeadLetterOutcome;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetters;
import io.seckill.queue.Delivery;
import io.seckill.queue.HandBackException;
import io.seckill.queue.OrderHandler;
import io.seckill.queue.SteppedPool;
import io.seckill.service.database.SteppedTransactions;
import io.seckill.service.database.Transactions;
import io.seckill.service.order.OrderDuties;
import io.seckill.service.reconcile.ReconcileDuties;
import io.seckill.service.reconcile.ReconcileReport;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.ResellHold;
import io.seckill.service.redis.SimulatedLink;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.TransactionException;

/** The processes of the product, from the product's own classes, each with its actors. */
final class Shop {

    static final long ACTIVITY = 1001;
    private static final String QUEUE = RedisKeys.queue(ACTIVITY);
    private static final LuaScript RETURN = LuaScript.load("order/return_units.lua");
    private static final int LETTERS = 50;
    private static final int IDLE = 500;

    private final World world;
    private final Faults faults;
    private final Mistake mistake;
    private final Referee referee;
    private final MySqlModel mysql;
    private final SimulatedLink link;
    private final Connections connections;
    private final StringRedisTemplate template;
    private final Transactions transactions;
    private final SaleRows sales;
    private final long unlucky;
    private final List<Host<?>> hosts = new ArrayList<>();
    private long cleanLookBegun = -1;

    Shop(World world, Faults faults, Mistake mistake, Referee referee, MySqlModel mysql, Wire wire) {
        this.world = world;
        this.faults = faults;
        this.mistake = mistake;
        this.referee = referee;
        this.mysql = mysql;
        this.link = new SimulatedLink(wire);
        this.connections = new Connections(wire);
        this.template = new StringRedisTemplate(connections);
        this.transactions = new SteppedTransactions(new Transacting(world, mysql));
        this.sales = new SaleRows(mysql);
        this.unlucky = 1 + world.random.nextInt(5);
    }

    /** What a process has in memory. */
    private final class Process {

        final OrderDuties orders = new OrderDuties(
                ACTIVITY,
                link,
                mysql,
                transactions,
                sales,
                world::millis,
                Shop.this::takes,
                mistake == Mistake.DUPLICATE_IS_SUCCESS);
        final ReconcileDuties reconciliation = new ReconcileDuties(world, link, template, mysql, transactions, sales);
        final List<List<Delivery>> acknowledged = new ArrayList<>();
        final SteppedPool pool;
        final DeadLetters letters;

        Process(String name) {
            Clock clock = new WorldClock();
            pool = new SteppedPool(
                    name,
                    2,
                    connections,
                    handler(this),
                    orders.letters(),
                    world,
                    new SplittableRandom(world.random.nextLong()),
                    clock);
            letters = pool.letters(orders.letters(), orders.effects(), clock);
        }
    }

    private final class WorldClock extends Clock {

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(world.millis());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    private void takes(long userId) {
        if (userId == unlucky && faults.has(Faults.Kind.MYSQL_BAD_VALUE)) {
            throw MySqlModel.badValue();
        }
    }

    private OrderHandler handler(Process process) {
        return switch (mistake) {
            case ACK_BEFORE_COMMIT ->
                (queue, batch) -> {
                    process.acknowledged.add(batch);
                    return BatchResult.allDone(batch);
                };
            case UNITS_BACK_ON_UNKNOWN_COMMIT ->
                (queue, batch) -> {
                    try {
                        return process.orders.writer().handle(queue, batch);
                    } catch (HandBackException e) {
                        batch.forEach(this::giveBack);
                        return BatchResult.allDone(batch);
                    }
                };
            default -> process.orders.writer();
        };
    }

    private void giveBack(Delivery delivery) {
        String claims = RedisKeys.claims(ACTIVITY);
        link.call(
                RETURN,
                new String[] {
                    RedisKeys.activity(ACTIVITY),
                    RedisKeys.stock(ACTIVITY),
                    claims,
                    RedisKeys.regrabs(ACTIVITY),
                    claims + ":none"
                },
                delivery.body().split("\\|")[1],
                delivery.messageId(),
                "0",
                Long.toString(ResellHold.HELD_MS));
    }

    void open() {
        for (String name : List.of("a", "b")) {
            Host<Process> host = new Host<>("worker-" + name, Process::new);
            hosts.add(host);
            actor(host, "worker 1", 60, process -> work(process, 0));
            actor(host, "worker 2", 60, process -> work(process, 1));
            actor(host, "caretaker", 600, process -> process.pool.beat(QUEUE));
            actor(host, "poller", 150, process -> process.pool.recover(QUEUE));
            actor(host, "canceller", 1000, process -> process.orders.cancelOverdue());
            actor(host, "sweeper", 500, process -> process.orders.sweep());
            actor(host, "reconciler", 2000, this::reconcile);
        }
        Host<Process> api = new Host<>("api", Process::new);
        hosts.add(api);
        Buyers buyers = new Buyers(world, ACTIVITY, link, referee);
        for (int i = 1; i <= 3; i++) {
            actor(api, "buyer " + i, 300, process -> whileFaults(() -> buyers.act(process.orders)));
        }
        Host<Process> console = new Host<>("console", Process::new);
        hosts.add(console);
        actor(console, "operator", 2500, this::settle);
    }

    private void actor(Host<Process> host, String name, int pause, Consumer<Process> turn) {
        world.add(new Actor(host.name + " " + name, host, () -> {
            try {
                turn.accept(host.memory());
            } catch (SeckillException | DataAccessException | TransactionException e) {
                world.trace("gives up: " + e.getMessage());
            }
            // Once all is well it is only waited for a last look; there is no need to poll for work meanwhile.
            int rest = faults.isOn() ? pause : Math.max(pause, IDLE);
            world.pause(rest / 2 + world.random.nextInt(rest));
        }));
    }

    private void whileFaults(Runnable act) {
        if (faults.isOn()) {
            act.run();
        }
    }

    private void work(Process process, int worker) {
        process.pool.work(worker, QUEUE);
        while (!process.acknowledged.isEmpty()) {
            List<Delivery> batch = process.acknowledged.remove(0);
            try {
                process.orders.writer().handle(QUEUE, batch);
            } catch (Exception e) {
                world.trace("lost, for it is acknowledged: " + e.getMessage());
            }
        }
    }

    private void reconcile(Process process) {
        long begun = world.millis();
        ReconcileReport report = process.reconciliation.run(ACTIVITY);
        world.trace("report " + report);
        referee.reported(report);
        if (report.suspects() == 0) {
            cleanLookBegun = begun;
        }
    }

    private void settle(Process process) {
        List<String> open = process.letters.page(new DeadLetterQuery(null, null, Long.MAX_VALUE, LETTERS)).stream()
                .map(letter -> letter.messageId())
                .toList();
        if (open.isEmpty()) {
            return;
        }
        String id = open.get(world.random.nextInt(open.size()));
        if (world.chance(3)) {
            world.trace(process.letters.voidOut(id) + " of letter " + id);
        } else {
            referee.replaying(id);
            DeadLetterOutcome outcome = process.letters.replay(id);
            world.trace(outcome + " of letter " + id);
            if (outcome instanceof DeadLetterOutcome.Settled) {
                referee.replayed(id);
            }
        }
    }

    List<Host<?>> hosts() {
        return hosts;
    }

    /** When the last reconciliation began that found nothing at all. */
    long cleanLookBegun() {
        return cleanLookBegun;
    }
}
