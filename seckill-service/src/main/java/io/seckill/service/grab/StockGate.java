package io.seckill.service.grab;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.seckill.common.RedisKeys;
import io.seckill.queue.QueueKeys;
import io.seckill.queue.WireFormat;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import io.seckill.service.redis.RedisTimeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The one place where stock is given out: {@code grab.lua}. Orders of one activity that come while calls are under way
 * share the next one; the script treats them as if they came one by one.
 */
@Component
class StockGate implements DisposableBean {

    private static final LuaScript GRAB = LuaScript.load("grab/grab.lua");

    /** Before the four arguments of each order. */
    private static final int FIXED_ARGUMENTS = 4;

    private static final int ARGUMENTS_AN_ORDER = 4;

    private final RedisLink redis;
    private final RedisTimeline timeline;
    private final GrabProperties properties;
    private final Lane.Limits limits;
    private final LaneWatch.Terms terms;
    private final ScheduledExecutorService alarms =
            new ScheduledThreadPoolExecutor(1, StockGate::thread, new ThreadPoolExecutor.DiscardPolicy());

    /** One a sale; a made-up id's goes soon. */
    private final Cache<Long, Lane> lanes = Caffeine.newBuilder()
            .expireAfterAccess(Duration.ofMinutes(1))
            .maximumSize(10_000)
            // Tidied by whoever comes along: another thread would have to be woken for it, again and again.
            .executor(Runnable::run)
            .build();

    StockGate(RedisLink redis, RedisTimeline timeline, GrabProperties properties) {
        this.redis = redis;
        this.timeline = timeline;
        this.properties = properties;
        this.limits = new Lane.Limits(properties.batchSize(), properties.batchesInFlight(), properties.maxWaiting());
        this.terms = new LaneWatch.Terms(
                properties.timeout(),
                System::nanoTime,
                (nanos, look) -> alarms.schedule(look, nanos, TimeUnit.NANOSECONDS));
    }

    private static Thread thread(Runnable looks) {
        Thread thread = new Thread(looks, "grab-alarms");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Tries to place one order.
     *
     * @param orderId its id
     * @param request what is wanted
     * @return the order on its way; {@code null} if too many wait already, and it is not
     */
    @Nullable Placing place(long orderId, GrabRequest request) {
        Placing placing = new Placing(
                orderId, request, timeline.millis() + properties.timeout().toMillis());
        return lanes.get(request.activityId(), this::lane).offer(placing) ? placing : null;
    }

    private Lane lane(long activityId) {
        return new Lane(limits, terms, batch -> call(activityId, batch));
    }

    private CompletionStage<List<GrabOutcome>> call(long activityId, List<Placing> batch) {
        String[] args = new String[FIXED_ARGUMENTS + ARGUMENTS_AN_ORDER * batch.size()];
        args[0] = Long.toString(activityId);
        args[1] = Integer.toString(properties.maxBacklog());
        args[2] = WireFormat.VERSION;
        args[3] = Integer.toString(properties.maxRegrabs());
        int next = FIXED_ARGUMENTS;
        for (Placing placing : batch) {
            args[next++] = Long.toString(placing.orderId());
            args[next++] = Long.toString(placing.request().userId());
            args[next++] = Integer.toString(placing.request().quantity());
            args[next++] = Long.toString(placing.deadline());
        }
        long sent = System.nanoTime();
        return redis.eval(GRAB, keys(activityId), args).thenApply(answer -> read(answer, sent));
    }

    private List<GrabOutcome> read(List<Object> answer, long sent) {
        timeline.observe((Long) answer.get(0), sent, System.nanoTime());
        List<GrabOutcome> outcomes = new ArrayList<>(answer.size() / 2);
        for (int i = 1; i < answer.size(); i += 2) {
            outcomes.add(new GrabOutcome(GrabOutcome.Code.of((Long) answer.get(i)), (String) answer.get(i + 1)));
        }
        return outcomes;
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

    /** Alarms that are set still go off; by then the connection has failed whatever was under way. */
    @Override
    public void destroy() {
        alarms.shutdown();
    }
}
