package io.seckill.service.grab;

import io.seckill.common.RedisKeys;
import io.seckill.service.grab.SoldOutBoard.Memory;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads from Redis what the {@link SoldOutBoard} remembers, without holding a thread. */
@Component
class SoldOutReader {

    private static final LuaScript SOLD_OUT = LuaScript.load("grab/sold_out.lua");
    private static final LuaScript HOLDERS = LuaScript.load("grab/claim_holders.lua");

    /** Some 8 MB of ids a sale; with more claims the script goes on answering. */
    private static final long MOST_HOLDERS = 1_000_000;

    private static final String PAGE = "1000";
    private static final long SOLD_OUT_NOW = 1;

    private final RedisLink redis;

    SoldOutReader(RedisLink redis) {
        this.redis = redis;
    }

    /**
     * Reads who holds a claim, between two looks at the sale: only if both see the same is it known who does.
     *
     * @param activityId the activity
     * @return what may be remembered, {@code null} if nothing
     */
    CompletionStage<@Nullable Memory> read(long activityId) {
        return look(activityId).thenCompose(before -> {
            if (before == null || before.claims > MOST_HOLDERS) {
                return CompletableFuture.<@Nullable Memory>completedFuture(null);
            }
            return holders(activityId, LongStream.builder(), "0")
                    .thenCompose(holders -> confirm(activityId, before.with(holders)));
        });
    }

    /**
     * Asks whether a sale is still as it was.
     *
     * @param activityId the activity
     * @param known as it was
     * @return the memory renewed, {@code null} if the sale has changed
     */
    CompletionStage<@Nullable Memory> confirm(long activityId, SoldOutSale known) {
        long asked = System.nanoTime();
        return look(activityId).thenApply(now -> now != null && now.isStill(known) ? new Memory(known, asked) : null);
    }

    private CompletionStage<@Nullable Look> look(long activityId) {
        String[] keys = {RedisKeys.activity(activityId), RedisKeys.stock(activityId), RedisKeys.claims(activityId)};
        return redis.eval(SOLD_OUT, keys).thenApply(Look::of);
    }

    private CompletionStage<long[]> holders(long activityId, LongStream.Builder found, String cursor) {
        return redis.eval(HOLDERS, new String[] {RedisKeys.claims(activityId)}, cursor, PAGE)
                .thenCompose(page -> {
                    page.stream().skip(1).forEach(user -> found.add(Long.parseLong((String) user)));
                    String next = (String) page.get(0);
                    if (!next.equals("0")) {
                        return holders(activityId, found, next);
                    }
                    long[] users = found.build().toArray();
                    Arrays.sort(users);
                    return CompletableFuture.completedFuture(users);
                });
    }

    private record Look(long seq, long epoch, long startAt, long endAt, long perOrderLimit, long claims) {

        static @Nullable Look of(List<Object> reply) {
            if ((Long) reply.get(1) != SOLD_OUT_NOW) {
                return null;
            }
            long[] n = reply.stream().skip(2).mapToLong(figure -> (Long) figure).toArray();
            return new Look(n[0], n[1], n[2], n[3], n[4], n[5]);
        }

        SoldOutSale with(long[] holders) {
            return new SoldOutSale(seq, epoch, startAt, endAt, perOrderLimit, holders);
        }

        /** The same window and limit too: an operator may have changed them. */
        boolean isStill(SoldOutSale known) {
            return seq == known.seq()
                    && epoch == known.epoch()
                    && startAt == known.startAt()
                    && endAt == known.endAt()
                    && perOrderLimit == known.perOrderLimit();
        }
    }
}
