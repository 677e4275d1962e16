package io.seckill.api.support;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** HTTP spelt byte by byte on a connection that is kept as long as the server keeps it. */
public final class KeptHttp implements AutoCloseable {

    private static final int PATIENCE_MS = 20_000;

    private final int port;
    private Socket socket;
    private InputStream in;

    /**
     * An answer.
     *
     * @param status its status; 0 if the connection was closed without one
     * @param type its {@code Content-Type}, or empty
     * @param body its body
     */
    public record Answer(int status, String type, String body) {}

    public KeptHttp(int port) {
        this.port = port;
    }

    /** Sends bytes, one a character, and reads the one answer to them. */
    public Answer exchange(String request, boolean answerHasBody) throws IOException {
        if (socket == null) {
            connect();
        }
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return read(answerHasBody);
        } catch (EOFException | SocketException e) {
            close();
            return new Answer(0, "", "");
        }
    }

    private void connect() throws IOException {
        socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MS);
        socket.setSoTimeout(PATIENCE_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    private Answer read(boolean hasBody) throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = -1;
        boolean chunked = false;
        boolean close = false;
        String type = "";
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = true;
            } else if (lower.startsWith("content-type:")) {
                type = lower.substring(13).strip();
            }
            close |= lower.equals("connection: close");
        }
        String body = "";
        if (hasBody && status != 204 && status != 304 && status >= 200) {
            byte[] bytes = chunked ? chunks() : length >= 0 ? in.readNBytes(length) : in.readAllBytes();
            body = new String(bytes, StandardCharsets.UTF_8);
        }
        if (close) {
            close();
        }
        return new Answer(status, type, body);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.write(in.readNBytes(size));
            line();
        }
        line();
        return all.toByteArray();
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
            socket = null;
        }
    }
}
