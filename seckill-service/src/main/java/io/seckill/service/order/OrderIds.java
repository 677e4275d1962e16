package io.seckill.service.order;

import io.hypersistence.tsid.TSID;
import io.seckill.service.redis.RedisTimeline;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes the ids of orders, before anything is asked of Redis: 64 bits, sorted by time, of milliseconds (by the clock of
 * Redis), this process's leased node number and a counter. Two processes never hold one node number at a time, and the
 * time never goes back, so no id is made twice.
 */
@Component
public class OrderIds {

    /** Up to 1,024 processes, and 4,096 ids a millisecond each. */
    static final int NODE_BITS = 10;

    private final NodeLease lease;
    private final Clock clock;
    private volatile @Nullable NodeFactory current;

    OrderIds(NodeLease lease, RedisTimeline timeline) {
        this.lease = lease;
        this.clock = new ForwardClock(timeline);
    }

    /** {@return a new id, or empty while no node number could be leased} */
    public OptionalLong next() {
        OptionalLong node = lease.node();
        if (node.isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(factory(node.getAsLong()).ids.generate().toLong());
    }

    /**
     * When an id was made.
     *
     * @param orderId an id
     * @return the instant, to the millisecond
     */
    public static Instant madeAt(long orderId) {
        return TSID.from(orderId).getInstant();
    }

    private NodeFactory factory(long node) {
        NodeFactory known = current;
        if (known != null && known.node == node) {
            return known;
        }
        synchronized (this) {
            known = current;
            if (known == null || known.node != node) {
                known = new NodeFactory(
                        node,
                        TSID.Factory.builder()
                                .withNodeBits(NODE_BITS)
                                .withNode((int) node)
                                .withClock(clock)
                                .build());
                current = known;
            }
            return known;
        }
    }

    private record NodeFactory(long node, TSID.Factory ids) {}

    /** The time of Redis, held back from ever going backwards. */
    private static final class ForwardClock extends Clock {

        private final RedisTimeline timeline;
        private final AtomicLong latest = new AtomicLong();

        ForwardClock(RedisTimeline timeline) {
            this.timeline = timeline;
        }

        @Override
        public long millis() {
            return latest.accumulateAndGet(timeline.millis(), Math::max);
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("order ids know UTC alone");
        }
    }
}
