package io.seckill.service.monitor;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.queue.OrderQueue;
import io.seckill.queue.QueueSnapshot;
import io.seckill.service.pulse.Pulse;
import io.seckill.service.pulse.PulseBook;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;

/** Looks at sales as they go, in Redis alone: a few commands a sale, cheap enough for once a second. */
@Service
public class LiveReader {

    private final SaleReader sales;
    private final OrderQueue queues;
    private final PulseBook pulses;

    LiveReader(SaleReader sales, OrderQueue queues, PulseBook pulses) {
        this.sales = sales;
        this.queues = queues;
        this.pulses = pulses;
    }

    /**
     * What one look saw.
     *
     * @param sales by activity, in the order asked for
     * @param pulses what each process that lives has counted
     */
    public record Look(Map<Long, Sale> sales, List<Pulse> pulses) {}

    /**
     * One sale.
     *
     * @param redis its figures; {@code null} if Redis has no such activity
     * @param plan its window and state; {@code null} if Redis has none that can be read
     * @param queue where its accepted orders are
     * @param oldestAgeMillis age of the oldest of them that waits or is in hand, 0 if there is none
     */
    public record Sale(
            @Nullable RedisFigures redis, @Nullable SalePlan plan, QueueFigures queue, long oldestAgeMillis) {}

    /**
     * Looks once.
     *
     * @param activityIds which sales
     * @return what was seen; the figures of a sale are read before its queue
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    public Look look(List<Long> activityIds) {
        List<SaleReader.Reading> readings = activityIds.isEmpty() ? List.of() : sales.readAll(activityIds);
        Map<Long, Sale> seen = new LinkedHashMap<>();
        try {
            for (int i = 0; i < readings.size(); i++) {
                long id = activityIds.get(i);
                QueueSnapshot queue = queues.snapshot(RedisKeys.queue(id));
                seen.put(
                        id,
                        new Sale(
                                readings.get(i).figures(),
                                readings.get(i).plan(),
                                QueueFigures.of(queue),
                                Math.max(0, queue.oldestAgeMillis())));
            }
        } catch (DataAccessException e) {
            throw SeckillException.busy("the queues cannot be read: " + e.getMessage(), e);
        }
        return new Look(seen, pulses.read());
    }
}
