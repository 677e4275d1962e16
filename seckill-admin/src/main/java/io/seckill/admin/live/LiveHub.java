package io.seckill.admin.live;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.monitor.LiveReader;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everybody who watches, and the one look a second for all of them. Soon after the last one has left nothing is read and
 * nothing is kept. It stops before the web server does, which would wait for open streams.
 */
@Component
class LiveHub implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LiveHub.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration SPARE = Duration.ofMinutes(1);

    /** How long a sale is watched on after the last one has left: who loads the page anew finds what was there. */
    private static final long LINGER_NANOS = Duration.ofSeconds(5).toNanos();

    private final LiveReader reader;
    private final LiveProperties properties;
    private final Clock clock;
    private final JsonMapper json;

    // All of it guarded by this.
    private final List<Viewer> viewers = new ArrayList<>();
    private final Map<Long, SaleWatch> watches = new LinkedHashMap<>();
    private final Nodes nodes = new Nodes();
    private @Nullable Running running;
    private boolean looking;

    /** What lives from start to stop: the one that looks, and those that write to browsers, one each at most. */
    private record Running(ScheduledExecutorService clockwork, ExecutorService writers) {}

    LiveHub(LiveReader reader, LiveProperties properties, Clock clock, JsonMapper json) {
        this.reader = reader;
        this.properties = properties;
        this.clock = clock;
        this.json = json;
    }

    /**
     * Somebody opens a screen.
     *
     * @param activityId which sale
     * @param session whose
     * @return the stream
     * @throws SeckillException RATE_LIMITED if there are too many already
     */
    synchronized SseEmitter join(long activityId, String session) {
        Running now = running;
        if (now != null) {
            dismiss(now);
        }
        boolean newSale = !watches.containsKey(activityId);
        if (now == null
                || viewers.size() >= properties.maxViewers()
                || newSale && watches.size() >= properties.maxSales()) {
            throw new SeckillException(
                    ErrorCode.RATE_LIMITED, "too many watch already", Map.of(), Duration.ofSeconds(10), null);
        }
        Viewer viewer = new Viewer(
                new SseEmitter(properties.streamFor().plus(SPARE).toMillis()),
                activityId,
                session,
                System.nanoTime() + properties.streamFor().toNanos());
        viewer.emitter().onCompletion(viewer::left);
        viewer.emitter().onTimeout(viewer.emitter()::complete);
        viewer.emitter().onError(failure -> viewer.left());
        viewers.add(viewer);
        SaleWatch watch = watches.computeIfAbsent(
                activityId, id -> new SaleWatch(id, (int) properties.history().dividedBy(EVERY), System.nanoTime()));
        viewer.send("history", json.writeValueAsString(watch.points()), now.writers());
        if (!looking) {
            looking = true;
            now.clockwork().execute(this::look);
        }
        return viewer.emitter();
    }

    /** Somebody has signed out, or the session has run out: whoever watches by it may not any more. */
    synchronized void ended(String session) {
        Running now = running;
        if (now != null) {
            viewers.stream().filter(viewer -> viewer.belongsTo(session)).forEach(viewer -> viewer.end(now.writers()));
        }
    }

    /** How many screens are open. */
    synchronized int viewers() {
        return viewers.size();
    }

    /** Whether anything is read every second. */
    synchronized boolean looking() {
        return looking;
    }

    private void look() {
        try {
            List<Long> watched = watched();
            if (watched.isEmpty()) {
                return;
            }
            show(read(watched));
        } catch (RuntimeException e) {
            log.error("The live screens cannot be served", e);
        }
        again();
    }

    /** The sales that are watched; if there is none, nothing is looked at any more until somebody joins. */
    private synchronized List<Long> watched() {
        Running now = running;
        if (now == null) {
            return List.of();
        }
        dismiss(now);
        long nanos = System.nanoTime();
        watches.forEach((id, watch) -> {
            if (viewers.stream().anyMatch(viewer -> viewer.activityId() == id)) {
                watch.wanted(nanos);
            }
        });
        watches.values().removeIf(watch -> watch.isUnwantedFor(LINGER_NANOS, nanos));
        if (watches.isEmpty()) {
            looking = false;
            nodes.forget();
        }
        return List.copyOf(watches.keySet());
    }

    /** Ends the streams of those that were served long enough, and forgets those that are gone. */
    private void dismiss(Running now) {
        long nanos = System.nanoTime();
        List<Viewer> over =
                viewers.stream().filter(viewer -> viewer.isOver(nanos)).toList();
        over.forEach(viewer -> viewer.end(now.writers()));
        viewers.removeAll(over);
    }

    private LiveReader.@Nullable Look read(List<Long> watched) {
        try {
            return reader.look(watched);
        } catch (SeckillException e) {
            log.debug("Redis does not answer the live screens: {}", e.getMessage());
            return null;
        }
    }

    private synchronized void show(LiveReader.@Nullable Look look) {
        Running now = running;
        if (now == null) {
            return;
        }
        long at = clock.millis();
        long nanos = System.nanoTime();
        if (look != null) {
            nodes.heard(look.pulses());
        }
        Map<Long, String> texts = new HashMap<>();
        watches.forEach((id, watch) -> {
            LiveReader.Sale sale = look == null ? null : look.sales().get(id);
            // A sale that somebody began to watch during the look is in the next one.
            if (look == null || sale != null) {
                Tick tick = sale == null ? watch.unseen(at) : watch.seen(sale, nodes, at, nanos);
                texts.put(id, json.writeValueAsString(tick));
            }
        });
        for (Viewer viewer : viewers) {
            String text = texts.get(viewer.activityId());
            if (text != null) {
                viewer.send("tick", text, now.writers());
            }
        }
    }

    private synchronized void again() {
        if (running != null && looking) {
            running.clockwork().schedule(this::look, EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public synchronized void start() {
        if (running == null) {
            running = new Running(
                    Executors.newSingleThreadScheduledExecutor(task -> thread(task, "live-look")),
                    Executors.newCachedThreadPool(task -> thread(task, "live-write")));
        }
    }

    private static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public synchronized void stop() {
        Running stopping = running;
        if (stopping == null) {
            return;
        }
        running = null;
        looking = false;
        stopping.clockwork().shutdownNow();
        viewers.forEach(viewer -> viewer.end(stopping.writers()));
        stopping.writers().shutdown();
        viewers.clear();
        watches.clear();
        nodes.forget();
    }

    @Override
    public synchronized boolean isRunning() {
        return running != null;
    }
}
