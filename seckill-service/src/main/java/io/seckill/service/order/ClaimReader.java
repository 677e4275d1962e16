package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import io.seckill.queue.WireFormat;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the live claims of buyers: one round trip for any number of buyers of one activity. */
@Component
class ClaimReader {

    private static final LuaScript READ = LuaScript.load("order/read_claims.lua");
    private static final LuaScript WHEREABOUTS = LuaScript.load("order/whereabouts.lua");
    private static final long OPEN_FOR_THIS_RUN = 1;
    private static final long NOT_THERE = -1;
    private static final long SOUND = 1;

    /** Lua hands at most some 8,000 values to one command. */
    private static final int MOST_AT_ONCE = 5_000;

    /** Where the accept's number stands in the body of an order's message. */
    private static final int SEQ_FIELD = 3;

    private final RedisLink redis;

    ClaimReader(RedisLink redis) {
        this.redis = redis;
    }

    /**
     * The claims of some buyers.
     *
     * @param sound whether they can be believed: the sale is whole and open for this run of Redis
     * @param orders by buyer, those that have one
     */
    record Claims(boolean sound, Map<Long, OrderView> orders) {}

    /**
     * Asks for the claims of some buyers.
     *
     * @param activityId the activity
     * @param userIds the buyers, at least one
     * @return the orders of those that have a live claim; fails as {@link RedisLink#eval} does
     */
    CompletionStage<Claims> read(long activityId, Collection<Long> userIds) {
        List<Long> users = List.copyOf(userIds);
        String[] args = users.stream().map(String::valueOf).toArray(String[]::new);
        String[] keys = {
            RedisKeys.claims(activityId),
            RedisKeys.queue(activityId),
            RedisKeys.activity(activityId),
            RedisKeys.stock(activityId)
        };
        return redis.eval(READ, keys, args)
                .thenApply(answer -> new Claims((Long) answer.get(0) == SOUND, views(activityId, users, answer)));
    }

    /**
     * One buyer's claim, and whether its absence means anything.
     *
     * @param there whether Redis has the sale at all
     * @param open whether the sale is open for this run of Redis: nothing that it accepted is missing
     * @param order the order that has the claim, if any
     */
    record Whereabouts(
            boolean there, boolean open, @Nullable OrderView order) {}

    /**
     * Asks for one buyer's claim and the gate at the same instant.
     *
     * @param activityId the activity
     * @param userId the buyer
     * @return both; fails as {@link RedisLink#eval} does
     */
    CompletionStage<Whereabouts> whereabouts(long activityId, long userId) {
        return redis.eval(
                        WHEREABOUTS,
                        new String[] {RedisKeys.activity(activityId), RedisKeys.claims(activityId)},
                        Long.toString(userId))
                .thenApply(answer -> {
                    String claim = (String) answer.get(1);
                    return new Whereabouts(
                            (Long) answer.get(0) != NOT_THERE,
                            (Long) answer.get(0) == OPEN_FOR_THIS_RUN,
                            Claim.read(claim)
                                    .map(read -> read.view(activityId, userId, null))
                                    .orElse(null));
                });
    }

    /** {@return the buyers in parts that one call can take} */
    static List<List<Long>> parts(Collection<Long> userIds) {
        List<Long> all = List.copyOf(userIds);
        List<List<Long>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_AT_ONCE) {
            parts.add(all.subList(from, Math.min(from + MOST_AT_ONCE, all.size())));
        }
        return parts;
    }

    private static Map<Long, OrderView> views(long activityId, List<Long> users, List<Object> answer) {
        Long oldest = seq((String) answer.get(1));
        Map<Long, OrderView> views = new HashMap<>();
        for (int i = 0; i < users.size(); i++) {
            long user = users.get(i);
            // One that cannot be read is none, and nobody else's business: reconciliation names it.
            Claim.read((String) answer.get(2 + i))
                    .ifPresent(claim -> views.put(user, claim.view(activityId, user, ahead(claim, oldest))));
        }
        return views;
    }

    private static @Nullable Long ahead(Claim claim, @Nullable Long oldest) {
        if (claim.status() != OrderStatus.QUEUED) {
            return null;
        }
        return oldest == null ? 0L : Math.max(0L, claim.seq() - oldest);
    }

    /** The accept's number in a message, or {@code null} if the queue is empty or holds something else. */
    private static @Nullable Long seq(String message) {
        if (!(WireFormat.parse(message.getBytes(StandardCharsets.UTF_8)) instanceof WireFormat.Message waiting)) {
            return null;
        }
        String[] fields = waiting.body().split("\\|", -1);
        return fields.length > SEQ_FIELD && fields[SEQ_FIELD].matches("[0-9]{1,15}")
                ? Long.valueOf(fields[SEQ_FIELD])
                : null;
    }
}
