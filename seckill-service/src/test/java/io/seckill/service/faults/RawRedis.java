package io.seckill.service.faults;

import io.seckill.common.stores.RedisServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Commands for an operator of Redis, which no client offers. */
final class RawRedis {

    private static final int PATIENCE_MS = 10_000;

    private RawRedis() {}

    /** Sends one command and returns its answer: a status, an error, a number or a text. */
    static String ask(RedisServer redis, String... words) {
        try (Socket socket = new Socket(redis.host(), redis.port())) {
            socket.setSoTimeout(PATIENCE_MS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            if (redis.password() != null) {
                send(socket, "AUTH", redis.password());
                answer(in);
            }
            send(socket, words);
            return answer(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(Socket socket, String... words) throws IOException {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(DataInputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("Redis hung up");
            }
            head.append((char) c);
        }
        String line = head.toString().strip();
        if (!line.startsWith("$")) {
            return line.substring(1);
        }
        int length = Integer.parseInt(line.substring(1));
        if (length < 0) {
            return "";
        }
        byte[] text = in.readNBytes(length);
        in.skipNBytes(2);
        return new String(text, StandardCharsets.UTF_8);
    }
}
