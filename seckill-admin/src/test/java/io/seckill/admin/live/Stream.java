package io.seckill.admin.live;

import io.seckill.admin.testing.Browser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One listener to the live stream, as a browser is one. */
final class Stream implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> answer;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private volatile boolean ended;

    /** An event; the last one, when the server ends the stream, is {@code end}. */
    record Message(String event, String data) {

        JsonNode json() {
            return JSON.readTree(data);
        }
    }

    private Stream(String url, String session) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Cookie", "SECKILL_ADMIN_SESSION=" + session)
                .header("Accept", "text/event-stream")
                .build();
        try {
            answer = http.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Thread reader = new Thread(this::read, "stream-reader");
        reader.setDaemon(true);
        reader.start();
    }

    static Stream open(String consoleUrl, long activityId, Browser browser) {
        return new Stream(consoleUrl + "/admin/api/live/" + activityId, browser.session());
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            String event = "";
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith("event:")) {
                    event = line.substring(6);
                } else if (line.startsWith("data:")) {
                    messages.add(new Message(event, line.substring(5)));
                } else if (!line.isEmpty()) {
                    messages.add(new Message("", line));
                }
            }
        } catch (IOException broken) {
            // That is an end too.
        }
        ended = true;
        messages.add(new Message("end", ""));
    }

    int status() {
        return answer.statusCode();
    }

    HttpResponse<?> answer() {
        return answer;
    }

    /** The next message, for which nobody has to wait longer than half a minute. */
    Message next() {
        try {
            Message message = messages.poll(30, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("no message for half a minute");
            }
            return message;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean ended() {
        return ended;
    }

    /** Goes away as a browser does that is closed. */
    @Override
    public void close() {
        try {
            answer.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
