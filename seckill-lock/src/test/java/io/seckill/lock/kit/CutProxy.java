package io.seckill.lock.kit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A wire between a client and Redis that can be cut between two requests, as if the client's process had died there. */
final class CutProxy implements AutoCloseable {

    private static final int NEVER = Integer.MAX_VALUE;

    private final RedisAddress redis;
    private final ServerSocket listening;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requestsLeft = new AtomicInteger(NEVER);
    private volatile boolean cut;

    CutProxy(RedisAddress redis) throws IOException {
        this.redis = redis;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    RedisAddress address() {
        return new RedisAddress("127.0.0.1", listening.getLocalPort(), redis.password());
    }

    /** Lets so many more requests pass, and their answers; the next one finds the wire cut. */
    void cutAfter(int requests) {
        requestsLeft.set(requests);
    }

    void cut() {
        cut = true;
        sockets.forEach(CutProxy::closeQuietly);
    }

    private void accept() {
        while (!cut) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(redis.host(), redis.port());
                sockets.add(client);
                sockets.add(server);
                start(() -> pump(client, server, true));
                start(() -> pump(server, client, false));
                if (cut) {
                    cut();
                }
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pump(Socket from, Socket to, boolean requests) {
        byte[] chunk = new byte[65536];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                if (requests && requestsLeft.get() != NEVER && requestsLeft.getAndDecrement() <= 0) {
                    cut();
                    return;
                }
                out.write(chunk, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // The other end is gone, and so is this one.
        } finally {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cut-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // It is closed, which is all that was wanted.
        }
    }

    @Override
    public void close() {
        cut();
        closeQuietly(listening);
    }
}
