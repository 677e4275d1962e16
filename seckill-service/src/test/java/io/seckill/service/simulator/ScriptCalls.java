package io.seckill.service.simulator;

import io.seckill.common.RedisKeys;
import io.seckill.queue.QueueKeys;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.simulator.RedisModel.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random calls of the product's scripts on one sale, such as may follow each other, and some that never should. */
final class ScriptCalls {

    private static final String[] STATES = {"Q", "QX", "QX0", "0"};

    private final Random random;
    private final RedisModel redis;
    private final long activityId;
    private final long now;
    private final String activity;
    private final String stock;
    private final String claims;
    private final String queue;
    private final String workers;
    private final String retry;
    private final String attempts;
    private final String regrabs;
    private int ids = 900_000;

    /** A script with its keys and arguments. */
    record Call(String text, List<String> keys, List<String> args) {}

    /**
     * @param redis what the sale looks like, to call for something that is there
     */
    ScriptCalls(Random random, RedisModel redis, long activityId, long now) {
        this.random = random;
        this.redis = redis;
        this.activityId = activityId;
        this.now = now;
        activity = RedisKeys.activity(activityId);
        stock = RedisKeys.stock(activityId);
        claims = RedisKeys.claims(activityId);
        queue = RedisKeys.queue(activityId);
        workers = QueueKeys.workers(queue);
        retry = QueueKeys.retry(queue);
        attempts = queue + ":attempts";
        regrabs = RedisKeys.regrabs(activityId);
    }

    List<String> keys() {
        return List.of(
                activity, stock, claims, queue, workers, retry, attempts, regrabs, processing("w1"), processing("w2"));
    }

    private String processing(String worker) {
        return QueueKeys.processing(queue, worker);
    }

    List<List<String>> layOut(String runId) {
        return List.of(
                List.of(
                        "HSET",
                        activity,
                        "startAt",
                        "0",
                        "endAt",
                        "9999999999999",
                        "perOrderLimit",
                        "2",
                        "state",
                        "OPEN"),
                List.of("HSET", activity, "granted", "9", "claimed", "0", "epoch", "1", "seq", "0", "openFor", runId),
                List.of("SET", stock, "9"));
    }

    /** What nobody should do: a key of another type, a field of another kind. */
    List<String> vandalism() {
        String key = keys().get(random.nextInt(keys().size()));
        return switch (random.nextInt(5)) {
            case 0 -> List.of("SET", key, "12");
            case 1 -> List.of("HSET", claims, user(), "nonsense");
            case 2 -> List.of("RPUSH", queue, "unreadable " + random.nextInt(3));
            default -> List.of("DEL", key);
        };
    }

    Call next() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> grab();
            case 3, 4 -> take();
            case 5 -> ofHeld("ack");
            case 6 -> random.nextBoolean() ? ofHeld("hand_back") : retry();
            case 7 -> recoverOrRenew();
            case 8 -> hold();
            case 9 ->
                call(
                        "order/return_units",
                        List.of(activity, stock, claims, regrabs, unused()),
                        user(),
                        order(),
                        "1",
                        "0",
                        random.nextBoolean() ? "0" : "1");
            case 10 ->
                call(
                        "order/settle_claims",
                        List.of(claims, unused()),
                        state(),
                        random.nextBoolean() ? "0|" + now : "1",
                        user(),
                        user(),
                        order(),
                        order());
            case 11 -> reading();
            case 12 ->
                call(
                        "reconcile/requeue",
                        List.of(activity, claims, queue, unused()),
                        epoch(),
                        "1",
                        id(),
                        user(),
                        order(),
                        state());
            default -> random.nextBoolean() ? restore() : pushOrReplay();
        };
    }

    private Call grab() {
        List<String> args = new ArrayList<>(List.of(id(), "6", "1", "2"));
        for (int i = random.nextInt(3); i >= 0; i--) {
            String order = random.nextInt(4) == 0 ? order() : Integer.toString(++ids);
            args.addAll(List.of(
                    order,
                    user(),
                    Integer.toString(1 + random.nextInt(3)),
                    Long.toString(now - 2 + random.nextInt(20))));
        }
        return new Call(text("grab/grab"), List.of(activity, stock, claims, queue, retry, regrabs), args);
    }

    private Call take() {
        String worker = worker();
        return call(
                "queue/take",
                List.of(queue, processing(worker), workers, retry, attempts, unused()),
                worker,
                Integer.toString(1 + random.nextInt(3)),
                "15000",
                "200",
                Long.toString(now - 1 + random.nextInt(9)),
                Integer.toString(random.nextInt(2)));
    }

    private Call ofHeld(String name) {
        String worker = worker();
        List<String> raws = held(worker);
        List<String> args = new ArrayList<>(List.of(worker));
        if (name.equals("hand_back")) {
            args.add(Integer.toString(raws.size()));
        }
        args.addAll(raws);
        List<String> keys = new ArrayList<>(List.of(processing(worker), workers, attempts, unused()));
        if (name.equals("hand_back")) {
            raws.forEach(raw -> args.add(idOf(raw)));
            keys.add(0, queue);
        }
        return new Call(text("queue/" + name), keys, args);
    }

    private Call retry() {
        String worker = worker();
        List<String> args = new ArrayList<>(List.of(worker));
        held(worker).forEach(raw -> args.addAll(List.of(raw, idOf(raw), Integer.toString(random.nextInt(3) - 1))));
        return new Call(text("queue/retry"), List.of(processing(worker), workers, retry, attempts, unused()), args);
    }

    /** Some of what the worker has, oldest first, or something that it has not. */
    private List<String> held(String worker) {
        List<String> raws = new ArrayList<>();
        if (redis.peek(processing(worker)) instanceof Items list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (random.nextInt(4) > 0) {
                    raws.add(list.get(i));
                }
            }
        }
        if (raws.isEmpty() || random.nextInt(5) == 0) {
            raws.add("1|" + order() + "|5|x");
        }
        return raws;
    }

    private static String idOf(String raw) {
        String[] parts = raw.split("\\|");
        return parts.length > 1 ? parts[1] : raw;
    }

    private Call recoverOrRenew() {
        String worker = worker();
        return random.nextBoolean()
                ? call(
                        "queue/recover",
                        List.of(queue, processing(worker), workers, attempts, unused()),
                        worker,
                        random.nextBoolean() ? "own" : "expired")
                : call(
                        "queue/renew",
                        List.of(workers, unused()),
                        Integer.toString(random.nextInt(3) - 1),
                        "p",
                        "w1",
                        "w2");
    }

    private Call hold() {
        String worker = worker();
        String raw = held(worker).get(0);
        return random.nextBoolean()
                ? call(
                        "queue/hold",
                        List.of(processing(worker), workers, attempts, unused()),
                        worker,
                        "15000",
                        raw,
                        idOf(raw))
                : call(
                        "queue/discard",
                        List.of(retry, attempts, workers, processing(worker), unused()),
                        worker,
                        order(),
                        raw);
    }

    private Call reading() {
        return switch (random.nextInt(5)) {
            case 0 -> call("queue/peek", List.of(queue, retry, workers));
            case 1 -> call("order/claims_of_batch", List.of(activity, claims), user(), user(), order(), order());
            case 2 -> call("order/read_claims", List.of(claims, queue, activity, stock), user(), user());
            case 3 -> call("order/whereabouts", List.of(activity, claims), user());
            default ->
                call(
                        "reconcile/waiting",
                        List.of(activity, queue, retry, processing("w1"), processing("w2")),
                        Integer.toString(1 + random.nextInt(6)));
        };
    }

    private Call restore() {
        String user = user();
        return call(
                "reconcile/restore_claim",
                List.of(activity, stock, claims, unused()),
                epoch(),
                user,
                order() + "|1|7|" + now + "|1",
                "1",
                Integer.toString(1 + random.nextInt(6)));
    }

    private Call pushOrReplay() {
        String order = order();
        return random.nextBoolean()
                ? call("queue/push", List.of(queue, retry), order, "hello", Integer.toString(4 + random.nextInt(6)))
                : call("queue/replay", List.of(queue, attempts), order, "1|" + order + "|5|x");
    }

    private static Call call(String name, List<String> keys, String... args) {
        return new Call(text(name), keys, List.of(args));
    }

    private static String text(String name) {
        return LuaScript.load(name + ".lua").text();
    }

    private String unused() {
        return queue + ":unused";
    }

    private String id() {
        return Long.toString(activityId);
    }

    private String user() {
        return Integer.toString(1 + random.nextInt(4));
    }

    private String order() {
        return Integer.toString(Math.max(900_001, ids - random.nextInt(6)));
    }

    private String worker() {
        return random.nextBoolean() ? "w1" : "w2";
    }

    private String epoch() {
        return random.nextInt(8) == 0 ? "2" : "1";
    }

    private String state() {
        return STATES[random.nextInt(STATES.length)];
    }
}
