package io.seckill.service.grab;

import io.seckill.common.RedisKeys;
import io.seckill.queue.QueueKeys;
import io.seckill.queue.WireFormat;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.RedisTimeline;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/** The one place where stock is given out: {@code grab.lua}. */
@Component
class StockGate {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");

    private final RedisLink redis;
    private final RedisTimeline timeline;
    private final GrabProperties properties;

    StockGate(RedisLink redis, RedisTimeline timeline, GrabProperties properties) {
        this.redis = redis;
        this.timeline = timeline;
        this.properties = properties;
    }

    /**
     * Tries to place one order, in one round trip.
     *
     * @param orderId its id
     * @param request what is wanted
     * @return what the script decided; or a failure for {@link io.seckill.service.redis.RedisFailure} to judge
     */
    CompletionStage<GrabOutcome> place(long orderId, GrabRequest request) {
        long activityId = request.activityId();
        long deadline = timeline.millis() + properties.timeout().toMillis();
        long sent = System.nanoTime();
        return redis.eval(
                        GRAB,
                        keys(activityId),
                        Long.toString(activityId),
                        Integer.toString(properties.maxBacklog()),
                        WireFormat.VERSION,
                        Integer.toString(properties.maxRegrabs()),
                        Long.toString(orderId),
                        Long.toString(request.userId()),
                        Integer.toString(request.quantity()),
                        Long.toString(deadline))
                .thenApply(answer -> read(answer, sent));
    }

    private GrabOutcome read(List<Object> answer, long sent) {
        timeline.observe((Long) answer.get(0), sent, System.nanoTime());
        return new GrabOutcome(GrabOutcome.Code.of((Long) answer.get(1)), (String) answer.get(2));
    }

    private static String[] keys(long activityId) {
        String queue = RedisKeys.queue(activityId);
        return new String[] {
            RedisKeys.activity(activityId),
            RedisKeys.stock(activityId),
            RedisKeys.claims(activityId),
            queue,
            QueueKeys.retry(queue),
            RedisKeys.regrabs(activityId)
        };
    }
}
