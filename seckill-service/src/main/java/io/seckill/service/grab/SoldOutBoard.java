package io.seckill.service.grab;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.seckill.service.redis.RedisTimeline;
import io.seckill.service.redis.ResellHold;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What this node remembers of sales that are sold out: enough to refuse, without asking Redis, everybody who cannot
 * hold a claim. While nothing is left nobody can come to hold one, so the users who do are known; they, and whoever
 * asks for something that the script would refuse for another reason, still go to the script.
 *
 * <p>A memory is good for {@link ResellHold#REMEMBERED_MS} after Redis last confirmed it, and is confirmed anew, by one
 * call for all who ask, while it is in use. Units that come back to an empty shelf are held for longer than that
 * ({@link ResellHold#HELD_MS}): the first to buy one of them finds no node that still remembers the shelf as empty.
 */
@Component
class SoldOutBoard {

    private static final long REMEMBERED_NANOS = ResellHold.REMEMBERED_MS * 1_000_000L;
    private static final long CONFIRM_AFTER_NANOS = REMEMBERED_NANOS / 3;

    /** After a look that found units, or too many claims to remember, the next one is so much later. */
    private static final long LOOK_AGAIN_NANOS = 200_000_000L;

    private final SoldOutReader reader;
    private final RedisTimeline timeline;
    private final boolean enabled;

    /** Forgotten when nobody asks any more: a memory may hold a million ids. */
    private final Cache<Long, Place> places = Caffeine.newBuilder()
            .expireAfterAccess(Duration.ofMinutes(1))
            .maximumSize(10_000)
            .executor(Runnable::run)
            .build();

    SoldOutBoard(SoldOutReader reader, RedisTimeline timeline, GrabProperties properties) {
        this.reader = reader;
        this.timeline = timeline;
        this.enabled = properties.rememberSoldOut();
    }

    /**
     * Whether a request can be refused as sold out without asking.
     *
     * @param request what is wanted
     * @return {@code true} only if nothing is left, the sale is on, and this user holds no claim; {@code false} says
     *     nothing
     */
    boolean refuses(GrabRequest request) {
        Place place = places.getIfPresent(request.activityId());
        Memory memory = place == null ? null : place.memory;
        if (place == null || memory == null) {
            return false;
        }
        long age = System.nanoTime() - memory.askedNanos;
        SoldOutSale sale = memory.sale;
        if (age > CONFIRM_AFTER_NANOS) {
            place.ask(() -> reader.confirm(request.activityId(), sale));
        }
        return age < REMEMBERED_NANOS
                && request.quantity() <= sale.perOrderLimit()
                && sale.isOn(timeline.millis())
                && !sale.isHolder(request.userId());
    }

    /**
     * The script has just said that nothing is left.
     *
     * @param activityId the activity
     */
    void soldOut(long activityId) {
        if (!enabled) {
            return;
        }
        Place place = places.get(activityId, id -> new Place());
        if (place.memory == null && System.nanoTime() - place.nextLookNanos >= 0) {
            place.ask(() -> reader.read(activityId));
        }
    }

    /**
     * A sale, and when Redis was asked about it.
     *
     * @param sale the sale, sold out
     * @param askedNanos {@link System#nanoTime()} before the question
     */
    record Memory(SoldOutSale sale, long askedNanos) {}

    /** One sale's place on the board. */
    private static final class Place {

        private final AtomicBoolean asking = new AtomicBoolean();
        private volatile @Nullable Memory memory;
        private volatile long nextLookNanos = System.nanoTime();

        /** One question at a time; those who come meanwhile do without its answer. After a failure the memory fades. */
        void ask(Supplier<CompletionStage<@Nullable Memory>> question) {
            if (!asking.compareAndSet(false, true)) {
                return;
            }
            question.get().whenComplete((answer, failure) -> {
                if (failure == null) {
                    memory = answer;
                }
                nextLookNanos = System.nanoTime() + LOOK_AGAIN_NANOS;
                asking.set(false);
            });
        }
    }
}
