package io.seckill.service.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * How long the line and the headers of a request may take to arrive, all together, and how long a client may send blank
 * lines in front of it. Tomcat's own time-out counts the silence between two bytes, so a client that sends one every few
 * seconds would keep its socket for hours. Bodies: {@link BodyReading}.
 */
final class SlowClients {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private SlowClients() {}

    /** Tomcat's HTTP/1.1, which closes once a second whatever is overdue. Tomcat makes it by its name. */
    public static final class Protocol extends Http11NioProtocol {

        private static final long NOT_BEGUN = -1;

        /** Since when a socket has brought blank lines and no request: Tomcat forgets its state after each of them. */
        private final Map<SocketWrapperBase<?>, Long> blankSince = new ConcurrentHashMap<>();

        private @Nullable ScheduledFuture<?> watch;

        private final CallsInHand callsInHand;

        /** Public, since Tomcat calls it. */
        public Protocol() {
            this(new CallsInHand.Endpoint());
        }

        private Protocol(CallsInHand.Endpoint endpoint) {
            super(endpoint);
            this.callsInHand = endpoint.calls;
        }

        CallsInHand callsInHand() {
            return callsInHand;
        }

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

        @Override
        protected Processor createProcessor() {
            return new NotingBlankLines(this, getAdapter(), blankSince, callsInHand);
        }

        private void closeOverdue() {
            long now = System.nanoTime();
            for (SocketWrapperBase<?> socket : getEndpoint().getConnections()) {
                // Who holds the lock is reading from it right now; its turn comes in a second.
                if (socket.getLock().tryLock()) {
                    try {
                        Long blank = blankSince.get(socket);
                        if (isOverdue(socket.getCurrentProcessor(), now)
                                || blank != null && now - blank > LIMIT.toNanos()) {
                            socket.close();
                        }
                    } finally {
                        socket.getLock().unlock();
                    }
                }
            }
            blankSince.keySet().removeIf(SocketWrapperBase::isClosed);
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

    /** Notes a socket that had something to say and did not say a request. */
    private static final class NotingBlankLines extends Http11Processor {

        private final Map<SocketWrapperBase<?>, Long> blankSince;
        private final Door door;

        NotingBlankLines(
                AbstractHttp11Protocol<?> protocol,
                Adapter adapter,
                Map<SocketWrapperBase<?>, Long> blankSince,
                CallsInHand callsInHand) {
            super(protocol, adapter);
            this.blankSince = blankSince;
            this.door = new Door(adapter, callsInHand, this::getSocketWrapper);
        }

        @Override
        public Adapter getAdapter() {
            return door;
        }

        @Override
        public SocketState service(SocketWrapperBase<?> socket) throws IOException {
            int before = getRequest().getRequestProcessor().getRequestCount();
            SocketState state = super.service(socket);
            boolean blank = state == SocketState.OPEN
                    && getRequest().getRequestProcessor().getRequestCount() == before;
            if (blank) {
                blankSince.putIfAbsent(socket, System.nanoTime());
            } else if (!blankSince.isEmpty()) {
                blankSince.remove(socket);
            }
            return state;
        }
    }
}
