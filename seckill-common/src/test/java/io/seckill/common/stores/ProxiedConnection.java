package io.seckill.common.stores;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** One client's way through a {@link FaultProxy}: two threads, one for each direction. */
final class ProxiedConnection {

    private static final int CHUNK = 64 * 1024;

    private final FaultProxy proxy;
    private final Socket client;
    private volatile @Nullable Socket target;
    private volatile boolean lostBytes;
    private volatile boolean ended;
    private volatile @Nullable Tripwire awaitingReply;

    ProxiedConnection(FaultProxy proxy, Socket client) {
        this.proxy = proxy;
        this.client = client;
    }

    void start() {
        FaultProxy.daemon("fault-proxy-requests", this::connectAndForward);
    }

    boolean lostBytes() {
        return lostBytes;
    }

    private void connectAndForward() {
        try {
            client.setTcpNoDelay(true);
            proxy.awaitPassage();
            Socket server = proxy.connectToTarget();
            target = server;
            if (ended) {
                // Reset while connecting; the new socket must not be forgotten.
                server.close();
                return;
            }
            FaultProxy.daemon("fault-proxy-replies", () -> returnReplies(server));
            forwardRequests(server);
        } catch (IOException | InterruptedException e) {
            reset();
        }
    }

    /** The end of the client's stream is held back like its bytes: over a partition a FIN gets no further either. */
    private void forwardRequests(Socket server) throws IOException, InterruptedException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int n = in.read(chunk); ; n = in.read(chunk)) {
            proxy.awaitPassage();
            if (n < 0) {
                server.shutdownOutput();
                return;
            }
            Tripwire touched = proxy.touched(this, chunk, n);
            if (touched != null && touched.moment() == Tripwire.Moment.BEFORE_REQUEST) {
                touched.act();
                if (ended) {
                    return;
                }
                proxy.awaitPassage();
            } else if (touched != null) {
                awaitingReply = touched;
            }
            out.write(chunk, 0, n);
        }
    }

    private void returnReplies(Socket server) {
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                Tripwire touched = awaitingReply;
                if (touched != null) {
                    awaitingReply = null;
                    touched.act();
                    if (ended) {
                        return;
                    }
                }
                switch (proxy.awaitReplyPassage()) {
                    case DROP_REPLIES -> {
                        lostBytes = true;
                        proxy.replyLost();
                    }
                    case RESET_REPLIES -> {
                        proxy.replyLost();
                        reset();
                        return;
                    }
                    default -> out.write(chunk, 0, n);
                }
            }
            proxy.awaitPassage();
            close();
        } catch (IOException | InterruptedException e) {
            reset();
        }
    }

    /** Ends both sides; the client sees a reset, not an orderly end. */
    void reset() {
        try {
            // Lingering for no time makes close() send RST.
            client.setSoLinger(true, 0);
        } catch (IOException closedAlready) {
            // Nothing left to reset.
        }
        close();
    }

    private void close() {
        ended = true;
        closeQuietly(client);
        Socket server = target;
        if (server != null) {
            closeQuietly(server);
        }
        proxy.ended(this);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
