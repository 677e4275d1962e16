package io.seckill.common.stores;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on 127.0.0.1 that hurts the traffic between a client and a server. The mode holds for open and for new
 * connections alike and may be changed at any moment, from any thread.
 *
 * <ul>
 *   <li>{@link #pass()}: as if it were not there.
 *   <li>{@link #delay(Duration)}: every reply arrives that much later at least.
 *   <li>{@link #dropReplies()}: requests reach the server and are executed, replies are lost. A connection that lost
 *       bytes is reset when the mode changes: what follows would make no sense to the client.
 *   <li>{@link #resetReplies()}: requests reach the server; the reply turns into a connection reset.
 *   <li>{@link #blackhole()}: nothing passes in either direction, as with a partition. What was sent meanwhile arrives
 *       when the mode changes, as TCP retransmits after a partition.
 *   <li>{@link #cut()}: open connections are reset, new ones refused.
 * </ul>
 */
public final class FaultProxy implements AutoCloseable {

    /** What happens to the traffic. */
    enum Mode {
        PASS,
        DROP_REPLIES,
        RESET_REPLIES,
        BLACKHOLE,
        CUT
    }

    private static final int BACKLOG = 200;

    private volatile InetSocketAddress target;
    private final int port;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong repliesLost = new AtomicLong();
    private final List<Tripwire> tripwires = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Written under the lock only. The accepting thread reads it without: cut() waits for that thread.
    private volatile Mode mode = Mode.PASS;
    // Guarded by lock.
    private Duration delay = Duration.ZERO;
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;

    private FaultProxy(String targetHost, int targetPort) {
        this.target = InetSocketAddress.createUnresolved(targetHost, targetPort);
        ServerSocket first = listen(Ports.free());
        this.port = first.getLocalPort();
        this.listener = first;
        this.acceptor = accept(first);
    }

    /**
     * Starts a proxy that lets everything pass.
     *
     * @param host of the server behind it
     * @param port of the server behind it
     * @return the proxy
     */
    public static FaultProxy to(String host, int port) {
        return new FaultProxy(host, port);
    }

    /** @return the address for clients, 127.0.0.1 */
    public String host() {
        return "127.0.0.1";
    }

    /** @return the port for clients, the same in every mode */
    public int port() {
        return port;
    }

    /** Lets everything through, at once. */
    public void pass() {
        change(Mode.PASS, Duration.ZERO);
    }

    /**
     * Holds every reply back.
     *
     * @param time how long at least
     */
    public void delay(Duration time) {
        change(Mode.PASS, time);
    }

    /** Requests are executed, replies are lost. */
    public void dropReplies() {
        change(Mode.DROP_REPLIES, Duration.ZERO);
    }

    /** Requests are executed, a reply becomes a connection reset. */
    public void resetReplies() {
        change(Mode.RESET_REPLIES, Duration.ZERO);
    }

    /** Nothing passes; it is kept for later. */
    public void blackhole() {
        change(Mode.BLACKHOLE, Duration.ZERO);
    }

    /** Resets every connection and refuses new ones. */
    public void cut() {
        change(Mode.CUT, Duration.ZERO);
    }

    /** Resets every open connection once; the mode stays. */
    public void resetConnections() {
        List.copyOf(connections).forEach(ProxiedConnection::reset);
    }

    /**
     * Puts another server behind this address, as a failover does: open connections are reset.
     *
     * @param host of the other server
     * @param port of the other server
     */
    public void redirect(String host, int port) {
        target = InetSocketAddress.createUnresolved(host, port);
        resetConnections();
    }

    /**
     * Does something once, right before a request goes on to the server. With {@link #cut()} as the action the server
     * never gets it: what a client's death at that moment looks like.
     *
     * @param action what to do; runs in the connection's own thread
     * @param texts what one connection must have sent, one after the other; the last of them is in the request
     */
    public void onceBefore(Runnable action, String... texts) {
        tripwires.add(new Tripwire(Tripwire.Moment.BEFORE_REQUEST, action, List.of(texts)));
    }

    /**
     * Does something once, when the server has answered a request and the client has not heard the answer.
     *
     * @param action what to do; runs in the connection's own thread
     * @param texts what one connection must have sent, one after the other; the last of them is in the request
     */
    public void onceAfter(Runnable action, String... texts) {
        tripwires.add(new Tripwire(Tripwire.Moment.BEFORE_REPLY, action, List.of(texts)));
    }

    /** @return open connections of clients */
    public int connections() {
        return connections.size();
    }

    /**
     * How many pieces of reply were lost or turned into a reset so far. Rises when the server has answered: the moment
     * to wait for if a test needs to know that a request was executed.
     *
     * @return the count since the start
     */
    public long repliesLost() {
        return repliesLost.get();
    }

    /** Resets every connection and stops listening for good. */
    @Override
    public void close() {
        cut();
    }

    private void change(Mode newMode, Duration newDelay) {
        lock.lock();
        try {
            boolean lostBytes = mode == Mode.DROP_REPLIES && newMode != Mode.DROP_REPLIES;
            mode = newMode;
            delay = newDelay;
            if (newMode == Mode.CUT) {
                stopListening();
                resetConnections();
            } else if (listener == null) {
                listener = listen(port);
                acceptor = accept(listener);
            }
            if (lostBytes) {
                connections.stream().filter(ProxiedConnection::lostBytes).forEach(ProxiedConnection::reset);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The kernel takes connections as long as a thread is inside accept(), even after close(): hence the wait. */
    private void stopListening() {
        if (listener == null || acceptor == null) {
            return;
        }
        try {
            listener.close();
            acceptor.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listener = null;
        acceptor = null;
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), BACKLOG);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy cannot listen on port " + port, e);
        }
    }

    private Thread accept(ServerSocket socket) {
        return daemon("fault-proxy-" + port, () -> {
            while (true) {
                try {
                    admit(socket.accept());
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private void admit(Socket client) {
        ProxiedConnection connection = new ProxiedConnection(this, client);
        connections.add(connection);
        if (mode == Mode.CUT) {
            connection.reset();
        } else {
            connection.start();
        }
    }

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    Socket connectToTarget() throws IOException {
        InetSocketAddress server = target;
        Socket socket = new Socket(server.getHostString(), server.getPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    void ended(ProxiedConnection connection) {
        connections.remove(connection);
    }

    /** The tripwire that this request touches, if any. */
    @Nullable Tripwire touched(ProxiedConnection connection, byte[] chunk, int length) {
        for (Tripwire tripwire : tripwires) {
            if (tripwire.trips(connection, chunk, length)) {
                tripwires.remove(tripwire);
                return tripwire;
            }
        }
        return null;
    }

    void replyLost() {
        repliesLost.incrementAndGet();
    }

    /** Waits while nothing may pass. */
    Mode awaitPassage() throws InterruptedException {
        lock.lock();
        try {
            while (mode == Mode.BLACKHOLE) {
                changed.await();
            }
            return mode;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a reply that is here now may go on; a change of mode ends the wait. */
    Mode awaitReplyPassage() throws InterruptedException {
        lock.lock();
        try {
            long left = delay.toNanos();
            Duration atArrival = delay;
            while (left > 0 && mode == Mode.PASS && delay.equals(atArrival)) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
        return awaitPassage();
    }
}
