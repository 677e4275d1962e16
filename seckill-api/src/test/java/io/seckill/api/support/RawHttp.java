package io.seckill.api.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** HTTP as no decent client would speak it. */
public final class RawHttp implements AutoCloseable {

    private static final int PATIENCE_MS = 30_000;

    private final Socket socket;

    private RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MS);
    }

    public static RawHttp connect(RunningApi api) throws IOException {
        return new RawHttp(api.port());
    }

    /** Sends a text as it is, one byte a character; {@code \n} stands for the line end of HTTP. */
    public RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Whether the server has closed the connection, or does so before the patience of this client ends. */
    public boolean isClosedByServer() {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Everything the server says until it closes the connection. */
    public String untilClosed() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
