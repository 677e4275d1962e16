package io.seckill.api.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One connection of the load generator: a request out, its answer in, kept alive as long as the server likes. */
final class Wire {

    private static final byte[] CODE = "{\"code\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKED = "Transfer-Encoding: chunked".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "Connection: close".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONE = {};
    private static final int CODE_LONGEST = 40;

    private final int port;
    private final Selector selector;
    private final ByteBuffer in = ByteBuffer.allocate(16 * 1024);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private SocketChannel channel;
    private int bodyStart;
    private int end;
    private boolean chunked;
    private boolean closing;
    private byte[] status = NONE;
    private byte[] code = NONE;
    private String outcome = "";
    long due;

    Wire(int port, Selector selector) throws IOException {
        this.port = port;
        this.selector = selector;
        connect();
    }

    /** Without waiting for the server to take the connection: it may be slow at that, and others have calls due. */
    private void connect() throws IOException {
        channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        boolean connected = channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
    }

    /** What was to be sent is, once the server has taken the connection. */
    private void connected() throws IOException {
        channel.finishConnect();
        channel.keyFor(selector).interestOps(SelectionKey.OP_READ);
        write();
    }

    /** Sends a request; it fits into the socket's buffer. */
    void send(byte[] request, long dueNanos) throws IOException {
        if (closing) {
            channel.close();
            connect();
            closing = false;
        }
        due = dueNanos;
        in.clear();
        bodyStart = 0;
        out = ByteBuffer.wrap(request);
        if (channel.isConnected()) {
            write();
        }
    }

    private void write() throws IOException {
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Reads what is there; returns whether the answer is whole. */
    boolean read() throws IOException {
        if (channel.isConnectionPending()) {
            connected();
            return false;
        }
        if (channel.read(in) < 0) {
            throw new EOFException("the server closed a connection without an answer");
        }
        if (bodyStart == 0 && !readHeaders()) {
            return false;
        }
        if (!chunked) {
            return in.position() >= end;
        }
        int at = in.position() - LAST_CHUNK.length;
        return at >= bodyStart - 2 && matches(at, LAST_CHUNK);
    }

    private boolean readHeaders() {
        byte[] bytes = in.array();
        for (int i = 3; i < in.position(); i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                bodyStart = i + 1;
                chunked = find(CHUNKED, i) >= 0;
                closing = find(CLOSE, i) >= 0;
                end = bodyStart + (chunked ? 0 : length(i));
                return true;
            }
        }
        return false;
    }

    private int length(int headersEnd) {
        int at = find(LENGTH, headersEnd);
        int length = 0;
        for (int i = at + LENGTH.length; at >= 0 && in.array()[i] != '\r'; i++) {
            length = 10 * length + in.array()[i] - '0';
        }
        return length;
    }

    private int find(byte[] wanted, int before) {
        for (int i = 0; i + wanted.length <= before; i++) {
            if (matches(i, wanted)) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the status and the envelope's code, such as {@code 202 OK}} */
    String outcome() {
        byte[] bytes = in.array();
        int from = bodyStart;
        while (from < in.position() - CODE.length && !matches(from, CODE)) {
            from++;
        }
        from += CODE.length;
        int to = from;
        while (to < in.position() && to < from + CODE_LONGEST && bytes[to] != '"') {
            to++;
        }
        // The same as the answer before, nearly always: a new text for each would make the generator collect.
        if (from < in.position() && matches(9, status) && to - from == code.length && matches(from, code)) {
            return outcome;
        }
        status = Arrays.copyOfRange(bytes, 9, 12);
        code = from >= in.position() ? NONE : Arrays.copyOfRange(bytes, from, to);
        outcome = new String(status, StandardCharsets.US_ASCII);
        if (code.length > 0) {
            outcome += " " + new String(code, StandardCharsets.US_ASCII);
        }
        return outcome;
    }

    private boolean matches(int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (at + i < 0 || in.array()[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    void close() throws IOException {
        channel.close();
    }
}
