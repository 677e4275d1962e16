package io.seckill.api.web;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * How long the line and the headers of a request may take to arrive, all together. Tomcat's own time-out counts the
 * silence between two bytes, so a client that sends one every few seconds would keep its socket for hours.
 */
final class HeaderDeadline {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private HeaderDeadline() {}

    /** Tomcat's HTTP/1.1, which closes once a second whatever is overdue. Tomcat makes it by its name. */
    public static final class Protocol extends Http11NioProtocol {

        private static final long NOT_BEGUN = -1;

        private @Nullable ScheduledFuture<?> watch;

        /** Public, since Tomcat calls it. */
        public Protocol() {}

        @Override
        public void start() throws Exception {
            super.start();
            watch = getUtilityExecutor().scheduleWithFixedDelay(this::closeOverdue, 1, 1, TimeUnit.SECONDS);
        }

        @Override
        public void stop() throws Exception {
            if (watch != null) {
                watch.cancel(false);
            }
            super.stop();
        }

        private void closeOverdue() {
            long now = System.nanoTime();
            for (SocketWrapperBase<?> socket : getEndpoint().getConnections()) {
                // Who holds the lock is reading from it right now; its turn comes in a second.
                if (socket.getCurrentProcessor() != null && socket.getLock().tryLock()) {
                    try {
                        if (isOverdue(socket.getCurrentProcessor(), now)) {
                            socket.close();
                        }
                    } finally {
                        socket.getLock().unlock();
                    }
                }
            }
        }

        /** With nobody at work on it and no answer to come later, a request that has begun is waiting for its headers. */
        private static boolean isOverdue(@Nullable Object processor, long now) {
            if (!(processor instanceof AbstractProcessor http) || http.isAsync()) {
                return false;
            }
            long begun = http.getRequest().getStartTimeNanos();
            return begun != NOT_BEGUN && now - begun > LIMIT.toNanos();
        }
    }
}
