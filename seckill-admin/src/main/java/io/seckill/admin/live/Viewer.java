package io.seckill.admin.live;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One open screen. It has at most one message on its way: a browser that does not keep up misses some, and holds up
 * nobody.
 */
final class Viewer {

    private final SseEmitter emitter;
    private final long activityId;
    private final String session;
    private final long endNanos;
    private final AtomicBoolean sending = new AtomicBoolean();
    private volatile boolean gone;

    Viewer(SseEmitter emitter, long activityId, String session, long endNanos) {
        this.emitter = emitter;
        this.activityId = activityId;
        this.session = session;
        this.endNanos = endNanos;
    }

    SseEmitter emitter() {
        return emitter;
    }

    long activityId() {
        return activityId;
    }

    boolean belongsTo(String otherSession) {
        return session.equals(otherSession);
    }

    /** Whether it cannot be reached, or was served long enough and has to ask again. */
    boolean isOver(long nanos) {
        return gone || nanos - endNanos >= 0;
    }

    void send(String event, String json, Executor threads) {
        if (gone || !sending.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.execute(() -> {
                try {
                    emitter.send(SseEmitter.event().name(event).data(json));
                } catch (IOException | RuntimeException left) {
                    gone = true;
                } finally {
                    sending.set(false);
                }
            });
        } catch (RejectedExecutionException stopping) {
            gone = true;
        }
    }

    /** The connection ended from the other side. */
    void left() {
        gone = true;
    }

    /** By a thread that may wait: a browser that takes nothing holds the last write up, and that holds up the end. */
    void end(Executor threads) {
        gone = true;
        try {
            threads.execute(emitter::complete);
        } catch (RejectedExecutionException stopping) {
            emitter.complete();
        }
    }
}
