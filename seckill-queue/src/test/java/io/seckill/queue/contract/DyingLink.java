package io.seckill.queue.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's way to Redis that ends right after a given command was executed and before its answer is seen: to Redis
 * and to everybody else that is the death of the process in this place. Connection set-up is not counted.
 */
final class DyingLink implements AutoCloseable {

    private static final Set<String> SETUP =
            Set.of("HELLO", "AUTH", "CLIENT", "PING", "SELECT", "COMMAND", "INFO", "SCRIPT", "CLUSTER", "QUIT");

    private final String host;
    private final int port;
    private final ServerSocket door;
    private final List<Socket> sockets = new ArrayList<>(); // guarded by this
    private final CountDownLatch dead = new CountDownLatch(1);
    private boolean counting; // guarded by this
    private long left; // guarded by this

    DyingLink(String host, int port) {
        this.host = host;
        this.port = port;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen", e);
        }
        thread(this::accept);
    }

    String host() {
        return "127.0.0.1";
    }

    int port() {
        return door.getLocalPort();
    }

    /** From now on so many commands more, at least one; the last one is executed. */
    synchronized void dieAfter(long commands) {
        left = commands;
        counting = true;
    }

    /** Ends it now. */
    void die() {
        close();
        dead.countDown();
    }

    boolean isDead() {
        return dead.getCount() == 0;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(host, port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                synchronized (this) {
                    sockets.add(client);
                    sockets.add(server);
                }
                String token = UUID.randomUUID().toString();
                CountDownLatch executed = new CountDownLatch(1);
                thread(() -> quietly(() -> requests(client, server, token, executed)));
                thread(() -> quietly(() -> replies(client, server, token, executed)));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void requests(Socket client, Socket server, String token, CountDownLatch executed) throws Exception {
        InputStream in = new BufferedInputStream(client.getInputStream());
        while (true) {
            byte[] command = readCommand(in);
            if (command == null) {
                server.close();
                return;
            }
            boolean last;
            synchronized (this) {
                if (isDead()) {
                    return;
                }
                last = counting && !SETUP.contains(name(command)) && --left == 0;
                server.getOutputStream().write(command);
                if (last) {
                    // Its answer proves that the command before it was executed.
                    server.getOutputStream()
                            .write(("*2\r\n$4\r\nECHO\r\n$" + token.length() + "\r\n" + token + "\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
                    server.getOutputStream().flush();
                    if (!executed.await(10, TimeUnit.SECONDS)) {
                        throw new IOException("no answer");
                    }
                    die();
                    return;
                }
            }
        }
    }

    private void replies(Socket client, Socket server, String token, CountDownLatch executed) throws IOException {
        byte[] buffer = new byte[1 << 16];
        StringBuilder tail = new StringBuilder();
        for (int n = server.getInputStream().read(buffer);
                n >= 0;
                n = server.getInputStream().read(buffer)) {
            tail.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
            if (tail.indexOf(token) >= 0) {
                executed.countDown();
                return;
            }
            tail.delete(0, Math.max(0, tail.length() - token.length()));
            client.getOutputStream().write(buffer, 0, n);
        }
        client.close();
    }

    /** One command with its framing, or null at the end. */
    private static byte @Nullable [] readCommand(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String head = readLine(in, all);
        if (head == null) {
            return null;
        }
        if (!head.startsWith("*")) {
            throw new IOException("not a command: " + head);
        }
        for (int parts = Integer.parseInt(head.substring(1)); parts > 0; parts--) {
            String size = readLine(in, all);
            if (size == null) {
                return null;
            }
            byte[] part = in.readNBytes(Integer.parseInt(size.substring(1)) + 2);
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static @Nullable String readLine(InputStream in, ByteArrayOutputStream all) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            all.write(b);
            if (b == '\n') {
                return line.toString();
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return null;
    }

    private static String name(byte[] command) {
        return new String(command, StandardCharsets.ISO_8859_1).split("\r\n", 4)[2].toUpperCase(Locale.ROOT);
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void quietly(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            // A connection that ends in the middle of something is what this is for.
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "dying-link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        quietly(door::close);
        List<Socket> all;
        synchronized (this) {
            all = List.copyOf(sockets);
        }
        all.forEach(socket -> quietly(socket::close));
    }
}
