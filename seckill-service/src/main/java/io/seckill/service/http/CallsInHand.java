package io.seckill.service.http;

import java.nio.channels.Selector;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.catalina.connector.Connector;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls that are being answered or wait for a thread, or for a processor if every call has a thread, and marks
 * those that came when there were too many: those the {@link Door} turns away. On the spot, if one glance shows that it will:
 * that costs no thread, and who is turned away does not stand in line before those who are not. Otherwise in their turn.
 * Who came earlier is never turned away for who came later. A call whose answer comes later without a thread is not counted
 * meanwhile.
 */
public final class CallsInHand {

    private static final ThreadLocal<Place> TOO_MANY = new ThreadLocal<>();

    /** Where a call that came too many is told so. */
    enum Place {
        /** By a thread that may wait for something. */
        IN_LINE,
        /** By the thread for which all sockets wait. */
        ON_THE_SPOT
    }

    private volatile AtomicInteger kept = new AtomicInteger();
    private volatile AtomicInteger marked = new AtomicInteger();
    private volatile @Nullable Refusal refusal;
    private volatile int most = Integer.MAX_VALUE;

    CallsInHand() {}

    /**
     * @param connector whose protocol is {@link SlowClients.Protocol}
     * @return its count
     * @throws IllegalArgumentException for another protocol
     */
    public static CallsInHand of(Connector connector) {
        if (connector.getProtocolHandler() instanceof SlowClients.Protocol protocol) {
            return protocol.callsInHand();
        }
        throw new IllegalArgumentException("calls of " + connector + " are not counted");
    }

    /**
     * Until this is called there may be as many as come.
     *
     * @param calls how many there may be, at least 1
     * @param told what those are told that come beyond
     */
    public void limit(int calls, Refusal told) {
        refusal = told;
        most = calls;
    }

    /** {@return how many calls are in hand or in line that did not come too many} */
    public int count() {
        return kept.get();
    }

    /** {@return how many came too many and are not answered yet} */
    public int countTooMany() {
        return marked.get();
    }

    /** {@return what the calls are told that come too many; there is none as long as there may be any number} */
    @Nullable Refusal refusal() {
        return refusal;
    }

    /** {@return where the call that this thread is at is answered, if it came too many; or null} */
    @Nullable Place tooMany() {
        // A thread's own variable costs a virtual one a map, and nearly always nobody is marked.
        return marked.get() > 0 ? TOO_MANY.get() : null;
    }

    private void take(Runnable call, Portions portions, Glance glance) {
        AtomicInteger count = kept;
        if (count.incrementAndGet() <= most) {
            portions.execute(new Counted(call, count, null));
            return;
        }
        count.decrementAndGet();
        AtomicInteger tooMany = marked;
        tooMany.incrementAndGet();
        Refusal known = refusal;
        boolean told = known != null
                && call instanceof Endpoint.Arrival arrival
                && arrival.isDoneOnTheSpot(glance, known, new Counted(call, tooMany, Place.ON_THE_SPOT));
        if (told) {
            portions.turnedAway();
        } else {
            portions.execute(new Counted(call, tooMany, Place.IN_LINE));
        }
    }

    /** A server that has stopped forgets calls that its threads had taken and not begun. */
    private void countAnew() {
        kept = new AtomicInteger();
        marked = new AtomicInteger();
    }

    /** A call that is counted until it is answered, or dropped. */
    private record Counted(
            Runnable call, AtomicInteger count, @Nullable Place tooMany) implements Portions.Call {

        @Override
        public void run() {
            if (tooMany != null) {
                TOO_MANY.set(tooMany);
            }
            try {
                call.run();
            } finally {
                if (tooMany != null) {
                    TOO_MANY.remove();
                }
                count.decrementAndGet();
            }
        }

        @Override
        public void dropped() {
            count.decrementAndGet();
        }
    }

    /** Tomcat's endpoint, which hands its calls to its threads by way of the count, a portion at a time. */
    static final class Endpoint extends NioEndpoint {

        final CallsInHand calls = new CallsInHand();
        private volatile @Nullable Counting counting;
        private volatile boolean stopped;

        @Override
        protected SocketProcessorBase<NioChannel> createSocketProcessor(
                SocketWrapperBase<NioChannel> socket, SocketEvent event) {
            return new Arrival(socket, event);
        }

        /** Encrypted connections stay as they are: to get at a call may take turns. */
        @Override
        protected NioChannel createChannel(SocketBufferHandler buffers) {
            return isSSLEnabled() ? super.createChannel(buffers) : new QuietChannel(buffers);
        }

        @Override
        public @Nullable Executor getExecutor() {
            Executor threads = super.getExecutor();
            if (threads == null || stopped) {
                return threads;
            }
            Counting known = counting;
            return known != null && known.threads == threads ? known : counting(threads);
        }

        private synchronized Executor counting(Executor threads) {
            if (stopped) {
                return threads;
            }
            Counting known = counting;
            if (known == null || known.threads != threads) {
                close(known);
                known = new Counting(calls, threads, new Portions(threads), new Glance(), new Look());
                counting = known;
            }
            return known;
        }

        @Override
        public void startInternal() throws Exception {
            stopped = false;
            super.startInternal();
        }

        @Override
        public void stopInternal() {
            super.stopInternal();
            synchronized (this) {
                stopped = true;
                close(counting);
                counting = null;
                calls.countAnew();
            }
        }

        private static void close(@Nullable Counting counting) {
            if (counting != null) {
                counting.portions.close();
            }
        }

        /** Tomcat's unit of work, which can be looked at before it is done. */
        private final class Arrival extends SocketProcessor {

            Arrival(SocketWrapperBase<NioChannel> socket, SocketEvent event) {
                super(socket, event);
            }

            /**
             * Whether the poller brings it, since its socket has something to say. That it has is also what other threads say
             * who have an answer to a call that waited without a thread; such a call has a processor of Tomcat's.
             */
            boolean isFresh() {
                return event == SocketEvent.OPEN_READ && socketWrapper.getCurrentProcessor() == null;
            }

            /** How many other sockets, of those that had something to say when the poller looked last, come after this one. */
            int behind() {
                Selector selector =
                        ((NioSocketWrapper) socketWrapper).getPoller().getSelector();
                // Not so once the server has stopped.
                return selector.isOpen() ? selector.selectedKeys().size() : 0;
            }

            /**
             * Answers a call here and now, if it is one that is refused. The socket's lock is held from the glance on: a
             * thread may still be at work at a call of its, or have begun to close it. With a processor of Tomcat's, or a
             * lock of our own, it is in the middle of a call, which began when it was not one too many.
             */
            boolean isDoneOnTheSpot(Glance glance, Refusal refusal, Runnable counted) {
                SocketWrapperBase<NioChannel> socket = socketWrapper;
                ReentrantLock lock = socket.getLock();
                if (event != SocketEvent.OPEN_READ || lock.isHeldByCurrentThread() || !lock.tryLock()) {
                    return false;
                }
                try {
                    if (socket.getCurrentProcessor() == null
                            && socket.getSocket() instanceof QuietChannel channel
                            && glance.isWholeCall(socket, refusal)) {
                        channel.quietly(counted);
                        return true;
                    }
                    return false;
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private record Counting(CallsInHand calls, Executor threads, Portions portions, Glance glance, Look look)
            implements Executor {

        @Override
        public void execute(Runnable call) {
            if (call instanceof Endpoint.Arrival arrival && arrival.isFresh() && look.isLastOfFew(arrival.behind())) {
                portions.cleared();
            }
            calls.take(call, portions, glance);
        }
    }
}
