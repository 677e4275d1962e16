package io.seckill.admin.chaos;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The mistakes that programs of this kind are full of, each to be put back into the product on purpose: a referee that
 * does not see them proves nothing. The numbers are those of {@code docs/reliability.md}.
 */
enum Defect {
    /** 1. Whoever says so is that user: the token is for show. */
    USER_IS_A_PARAMETER(
            "shown to another user",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.api(
                    "identity/JwtIdentity.java",
                    "        String token = token(request);\n",
                    "        String named = io.seckill.api.web.Parameters.permit(request, \"userId\");\n"
                            + "        if (named != null) {\n"
                            + "            return Identity.user(named);\n"
                            + "        }\n"
                            + "        String token = token(request);\n")),

    /** 2. Deduct and enqueue are two calls: who dies between them has taken units that nobody gets. */
    SEPARATE_CALLS(
            "claims without an order",
            EnumSet.of(Fault.ORDER_UNHEARD),
            Map.of(),
            Edit.service(
                    "grab/grab.lua",
                    "  return ACCEPTED, claim\n",
                    "  return ACCEPTED, claim .. '#' .. messages[#messages]\n"),
            Edit.service("grab/grab.lua", "  redis.call('LPUSH', KEYS[4], unpack(messages))\n", ""),
            Edit.service(
                    "grab/StockGate.java",
                    ".thenApply(answer -> read(answer, sent))",
                    ".thenApply(answer -> read(answer, sent)).thenCompose(all -> pushed(activityId, all))"),
            Edit.service("grab/StockGate.java", "    private static String[] keys(long activityId) {\n", """
                        private CompletionStage<List<GrabOutcome>> pushed(long activityId, List<GrabOutcome> all) {
                            List<String> messages = new ArrayList<>();
                            List<GrabOutcome> outcomes = new ArrayList<>();
                            for (GrabOutcome one : all) {
                                int cut = one.detail().indexOf('#');
                                if (cut >= 0) {
                                    messages.add(one.detail().substring(cut + 1));
                                }
                                outcomes.add(cut < 0 ? one : new GrabOutcome(one.code(), one.detail().substring(0, cut)));
                            }
                            if (messages.isEmpty()) {
                                return java.util.concurrent.CompletableFuture.completedFuture(outcomes);
                            }
                            LuaScript push = new LuaScript(
                                    "push", "redis.call('LPUSH', KEYS[1], unpack(ARGV)) return {1}", "0".repeat(40));
                            return redis.eval(
                                            push,
                                            new String[] {RedisKeys.queue(activityId)},
                                            messages.toArray(String[]::new))
                                    .thenApply(done -> outcomes);
                        }

                        private static String[] keys(long activityId) {
                    """)),

    /** 3. The quantity goes to the script as it comes: less than nothing adds to the stock, or is "sold". */
    QUANTITY_UNCHECKED(
            "a quantity that must be refused",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.api(
                    "order/OrderQuery.java",
                    "parameters.number(\"quantity\", 1, GrabRequest.MAX_QUANTITY, 1)",
                    "request.getParameter(\"quantity\") == null ? 1 : Integer.parseInt(request.getParameter(\"quantity\"))"),
            Edit.service("grab/GrabRequest.java", " || quantity <= 0 || quantity > MAX_QUANTITY", "")),

    /** 4. The marker of a buyer is gone, the row is there: "a duplicate, so it is stored". The second order vanishes. */
    DUPLICATE_IS_SUCCESS(
            "accepted, and nowhere",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.service(
                    "grab/grab.lua",
                    "  if live then\n",
                    "  if live and string.match(live, '|0|') then\n    live = nil\n  end\n  if live then\n"),
            Edit.service(
                    "order/OrderStore.java",
                    "                        return withoutKnown(activityId, epoch, batch);\n",
                    "                        return batch.stream().<Settled>map(order -> new Settled.Stored(order,"
                            + " java.time.Instant.now())).toList();\n")),

    /** 5. The keys of a sale have an expiry, and it comes while the sale is on. */
    KEYS_EXPIRE(
            "has an expiry",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.service(
                    "grab/grab.lua",
                    "  redis.call('LPUSH', KEYS[4], unpack(messages))\n",
                    "  redis.call('LPUSH', KEYS[4], unpack(messages))\n  redis.call('EXPIRE', KEYS[2], 3600)\n")),

    /** 6. The button sets the stock: pressed again, what was sold is for sale once more. */
    WARM_UP_SETS(
            "S + C is not W",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.service(
                    "activity/warm_up.lua",
                    "if redis.call('EXISTS', KEYS[1]) == 1 then\n",
                    "if redis.call('EXISTS', KEYS[1]) == 1 then\n  redis.call('SET', KEYS[2], ARGV[4])\n"),
            Edit.service(
                    "activity/WarmUpBooks.java", "case OPEN -> Optional.<Begun>empty();", "case OPEN -> again(id);"),
            Edit.service(
                    "activity/WarmUpBooks.java",
                    "    private Begun beginDraft(",
                    "    private Optional<Begun> again(long id) {\n"
                            + "        return Optional.of(new Begun(activities.find(id).orElseThrow(), granted(id)));\n"
                            + "    }\n\n    private Begun beginDraft("),
            Edit.service("activity/WarmUpService.java", "if (books.isWarm(activityId)) {", "if (false) {")),

    /** 7. A message leaves one list in one call and enters the next in another: who dies between them loses it. */
    MOVED_IN_TWO_CALLS(
            "claims without an order",
            EnumSet.of(Fault.WORKER_KILLED_WITHOUT_MYSQL),
            Map.of(),
            Edit.queue("queue/hand_back.lua", "  redis.call('RPUSH', queue, back[i])\n", ""),
            Edit.queue(
                    "ListCommands.java",
                    "        session.call(LuaScript.HAND_BACK, keys, named(worker, messages));\n",
                    """
                            session.call(LuaScript.HAND_BACK, keys, named(worker, messages));
                            java.util.concurrent.locks.LockSupport.parkNanos(500_000_000L);
                            for (Taken.Message message : messages) {
                                String[] parts = new String(message.raw(), java.nio.charset.StandardCharsets.UTF_8).split("\\\\|", 4);
                                session.call(
                                        LuaScript.PUSH,
                                        List.of(queue, QueueKeys.retry(queue)),
                                        List.of(bytes(parts[1]), bytes(parts[3]), bytes("1000000")));
                            }
                    """)),

    /** 8. What is on its way does not count: the comparison cries wolf while orders flow, and repairs what is whole. */
    MESSAGES_UNCOUNTED(
            "repaired where nothing was lost",
            EnumSet.of(Fault.BLACKHOLE),
            Map.of("seckill.reconcile.confirm-after", "0s", "seckill.reconcile.interval", "1d"),
            Edit.service(
                    "reconcile/Judge.java",
                    "        boolean gone = waiting.isGone(claim.orderId(), claim.seq());\n",
                    "        boolean gone = true;\n")),

    /** 9. All duties share one thread, and one of them waits for a message without end. */
    ONE_THREAD_FOR_ALL_DUTIES(
            "does not come to rest",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.service("WorkerSchedules.java", "THREADS = 10", "THREADS = 1"),
            Edit.service(
                    "reconcile/QueueRegistrar.java",
                    "    @Scheduled(fixedDelay = 1000)\n",
                    "    @Scheduled(initialDelay = 3000, fixedDelay = 1000)\n"
                            + "    void blockingPop() throws InterruptedException {\n"
                            + "        new java.util.concurrent.CountDownLatch(1).await();\n"
                            + "    }\n\n    @Scheduled(fixedDelay = 1000)\n")),

    /** 10. Count, then expire, in two calls: a lost second call shuts a user out for ever. */
    LIMIT_IN_TWO_CALLS(
            "limited for ever",
            EnumSet.of(Fault.REPLIES_DROPPED, Fault.REPLIES_RESET, Fault.CUT),
            Map.of("seckill.rate-limit.status.capacity", "6", "seckill.rate-limit.status.per-second", "6"),
            Edit.api(
                    "limit/take_token.lua",
                    "local tokens, filled, moved = capacity, now, true\n",
                    "if capacity > 0 then\n  local n = redis.call('INCR', KEYS[1])\n"
                            + "  return { n > capacity and period or 0, n }\nend\n"
                            + "local tokens, filled, moved = capacity, now, true\n"),
            Edit.api(
                    "limit/SharedBuckets.java",
                    "            return Duration.ofMillis((Long) answer.get(0));\n",
                    "            if (answer.get(1).equals(1L)) {\n"
                            + "                redis.eval(\n"
                            + "                        new LuaScript(\"expire\", \"redis.call('PEXPIRE', KEYS[1], ARGV[1]) return {1}\","
                            + " \"0\".repeat(40)),\n"
                            + "                        new String[] {RedisKeys.rateLimit(name, key)},\n"
                            + "                        Long.toString(rate.period().toMillis()));\n"
                            + "            }\n"
                            + "            return Duration.ofMillis((Long) answer.get(0));\n")),

    /** 11. The database did not answer, so the units go back: the row may be there all the same. */
    UNITS_BACK_ON_UNKNOWN(
            "orders without a claim|accepted, and nowhere",
            EnumSet.of(Fault.COMMIT_UNHEARD),
            Map.of(),
            Edit.service(
                    "order/OrderStore.java",
                    "                    case INFRASTRUCTURE -> throw new HandBackException(\"MySQL is away: \" + e.getMessage(), e);\n",
                    "                    case INFRASTRUCTURE -> {\n"
                            + "                        return batch.stream().<Settled>map(order -> new Settled.Closed(order,"
                            + " CloseReason.SHORTAGE)).toList();\n"
                            + "                    }\n"),
            Edit.service("order/OrderWriter.java", "        settled.forEach(one -> note(one, result));\n", """
                            for (Settled one : settled) {
                                if (one instanceof Settled.Closed closed) {
                                    long activity = closed.order().activityId();
                                    redis.call(
                                            io.seckill.service.redis.LuaScript.load("order/return_units.lua"),
                                            new String[] {
                                                RedisKeys.activity(activity),
                                                RedisKeys.stock(activity),
                                                RedisKeys.claims(activity),
                                                RedisKeys.regrabs(activity),
                                                RedisKeys.claims(activity) + ":none"
                                            },
                                            Long.toString(closed.order().userId()),
                                            Long.toString(closed.order().orderId()),
                                            "0",
                                            "700");
                                }
                            }
                            settled.forEach(one -> note(one, result));
                    """)),

    /** 12. A stock that is not there is compared with a number: an error where "not yet" would be the answer. */
    MISSING_STOCK_IS_COMPARED(
            "of a sale that is not warm",
            EnumSet.noneOf(Fault.class),
            Map.of(),
            Edit.service(
                    "grab/grab.lua", "if not state then\n", "if tonumber(redis.call('GET', KEYS[2])) <= 0 then\n"));

    /**
     * Programs that make these mistakes compare nothing by id either, and repair nothing: without this our own comparison
     * would put right what some of them spoil.
     */
    static final Map<String, String> UNREPAIRED = Map.of("seckill.reconcile.confirm-after", "10m");

    private static final int USERS = 4_000;
    private static final int FEW_USERS = 20;

    private final String symptom;
    private final Set<Fault> faults;
    private final Map<String, String> settings;
    private final List<Edit> edits;

    Defect(String symptom, Set<Fault> faults, Map<String, String> settings, Edit... edits) {
        this.symptom = symptom;
        this.faults = faults;
        this.settings = settings;
        this.edits = List.of(edits);
    }

    /** Whether this is what the referee must say of it, among other things: one of its symptoms, divided by bars. */
    boolean isShownBy(String violation) {
        return Stream.of(symptom.split("\\|")).anyMatch(violation::contains);
    }

    /** What has to happen for it to do harm. */
    Set<Fault> faults() {
        return faults;
    }

    /** How many names the buyers have: few where a name must come often. */
    int users() {
        return this == LIMIT_IN_TWO_CALLS ? FEW_USERS : USERS;
    }

    /** Whether its faults come now and then, since what they spoil shows in between. */
    boolean seldom() {
        return this == LIMIT_IN_TWO_CALLS;
    }

    /** Which processes it is in. */
    Set<Role> roles() {
        return switch (this) {
            case MOVED_IN_TWO_CALLS, ONE_THREAD_FOR_ALL_DUTIES, UNITS_BACK_ON_UNKNOWN -> EnumSet.of(Role.WORKER);
            case WARM_UP_SETS, MESSAGES_UNCOUNTED -> EnumSet.of(Role.ADMIN);
            case DUPLICATE_IS_SUCCESS -> EnumSet.of(Role.API, Role.WORKER);
            default -> EnumSet.of(Role.API);
        };
    }

    /** The wires that are hurt. */
    Pattern wires() {
        return Pattern.compile(
                switch (this) {
                    case SEPARATE_CALLS, LIMIT_IN_TWO_CALLS -> "api.* to redis";
                    case UNITS_BACK_ON_UNKNOWN -> "worker.* to mysql";
                    // The worker has messages in hand and cannot store them; an operator compares.
                    case MESSAGES_UNCOUNTED -> "worker.* to mysql";
                    default -> ".*";
                });
    }

    /** Settings by which it shows soon. */
    Map<String, String> settings() {
        return settings;
    }

    List<Edit> edits() {
        return edits;
    }
}
