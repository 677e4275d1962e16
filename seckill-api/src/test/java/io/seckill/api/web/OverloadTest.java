package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.service.http.CallsInHand;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** A server with a single thread, and somebody who has it. */
class OverloadTest {

    private static final int MOST = 2;

    @TempDir
    Path directory;

    private final CountDownLatch occupied = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Tomcat tomcat = new Tomcat();
    private Connector connector;
    private CallsInHand calls;

    @BeforeEach
    void start() throws LifecycleException {
        tomcat.setBaseDir(directory.toString());
        connector = new Connector("io.seckill.service.http.SlowClients$Protocol");
        connector.setPort(0);
        connector.setProperty("maxThreads", "1");
        connector.setProperty("minSpareThreads", "1");
        tomcat.setConnector(connector);
        calls = CallsInHand.of(connector);
        calls.limit(
                MOST,
                new OverloadRefusal(
                        new Answers(new Texts()),
                        new Origins(new CorsProperties(List.of("https://shop.example"))),
                        new JsonMapper(),
                        meters));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "any", new Any());
        context.addServletMappingDecoded("/*", "any");
        tomcat.start();
    }

    @AfterEach
    void stop() throws LifecycleException {
        free.countDown();
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void who_comes_when_there_are_as_many_as_may_be_is_told_so_and_nobody_else_is() throws InterruptedException {
        assertThat(call("/seckill/order", "en").join().statusCode()).isEqualTo(200);
        CompletableFuture<HttpResponse<String>> first = call("/seckill/occupy", "en");
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> second = call("/seckill/order", "en");
        Awaitility.await().until(() -> calls.count() == MOST);
        CompletableFuture<HttpResponse<String>> late = call("/seckill/order", "en");
        CompletableFuture<HttpResponse<String>> chinese = call("/seckill/order/status", "zh-CN");
        CompletableFuture<HttpResponse<String>> payment = call("/seckill/payment/callback", "en");
        CompletableFuture<HttpResponse<String>> health = call("/actuator/health", "en");
        CompletableFuture<HttpResponse<String>> shop =
                send(to("/seckill/order").header("Origin", "https://shop.example"));
        CompletableFuture<HttpResponse<String>> preflight =
                send(to("/seckill/order").method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        CompletableFuture<HttpResponse<String>> body =
                send(to("/seckill/order").POST(HttpRequest.BodyPublishers.ofString("text")));
        Awaitility.await().until(() -> calls.countTooMany() == 4);
        assertThat(CompletableFuture.allOf(late, chinese, shop))
                .as("answered on the spot, while the only thread is another's")
                .succeedsWithin(Duration.ofSeconds(10));
        free.countDown();

        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
        assertThat(payment.join().statusCode()).isEqualTo(200);
        assertThat(health.join().statusCode()).isEqualTo(200);
        assertThat(late.join().statusCode()).isEqualTo(503);
        assertThat(late.join().body()).startsWith("{\"code\":\"SYSTEM_BUSY\"");
        assertThat(late.join().headers().firstValue("Retry-After")).hasValue("1");
        assertThat(late.join().headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(late.join().headers().firstValue("Connection")).isEmpty();
        assertThat(late.join().headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(shop.join().headers().firstValue("Access-Control-Allow-Origin"))
                .hasValue("https://shop.example");
        assertThat(preflight.join().statusCode()).isEqualTo(200);
        assertThat(body.join().statusCode()).isEqualTo(200);
        assertThat(chinese.join().body()).contains("系统繁忙");
        assertThat(meters.counter("seckill.overload.refused").count()).isEqualTo(3);

        Awaitility.await().until(() -> calls.count() + calls.countTooMany() == 0);
        long connections = connections();
        assertThat(call("/seckill/order", "en").join().statusCode()).isEqualTo(200);
        assertThat(connections())
                .as("who was turned away has kept his connection")
                .isEqualTo(connections);
    }

    @Test
    void a_refusal_is_what_this_very_client_understands() throws Exception {
        call("/seckill/occupy", "en");
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        call("/seckill/order", "en");
        Awaitility.await().until(() -> calls.count() == MOST);

        try (Socket head = say("HEAD /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n");
                Socket asked = say("GET /seckill/order HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
                Socket older = say("GET /seckill/order HTTP/1.0\r\n\r\n");
                Socket kept = say("GET /seckill/order HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
                Socket nonsense = say("POST /seckill/order HTTP/1.1\r\nHost: a\r\nContent-Length: abc\r\n\r\n");
                Socket nobody = say("GET /seckill/order HTTP/1.1\r\n\r\n");
                Socket pieces = say("GET /seckill/order HTTP/1.1\r\nHost: a");
                Socket two = say("GET /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n"
                        + "GET /seckill/payment/a HTTP/1.1\r\nHost: a\r\n\r\n");
                Socket nothing = say("POST /seckill/order HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(answer(asked)).startsWith("HTTP/1.1 503 ").contains("Connection: close\r\n", "SYSTEM_BUSY");
            assertThat(answer(older)).startsWith("HTTP/1.1 503 ").contains("Connection: close\r\n", "SYSTEM_BUSY");
            assertThat(answer(nobody))
                    .as("of what looks sound at a glance and is not nothing more is said on the spot")
                    .startsWith("HTTP/1.1 503 ")
                    .contains("Connection: close\r\n", "SYSTEM_BUSY");
            Awaitility.await().until(() -> calls.countTooMany() == 4);
            pieces.getOutputStream().write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            free.countDown();

            for (Socket open : List.of(head, kept, pieces, nothing, two)) {
                open.shutdownOutput();
            }
            assertThat(answer(two))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("HTTP/1.1 200 ")
                    .endsWith("served");
            assertThat(answer(pieces)).startsWith("HTTP/1.1 503 ");
            assertThat(answer(head))
                    .startsWith("HTTP/1.1 503 ")
                    .endsWith("\r\n\r\n")
                    .contains("Content-Length: ");
            assertThat(answer(kept)).startsWith("HTTP/1.1 503 ").contains("Connection: keep-alive\r\n", "SYSTEM_BUSY");
            assertThat(answer(nothing)).startsWith("HTTP/1.1 503 ").doesNotContain("Connection");
            assertThat(answer(nonsense)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void who_hangs_up_on_a_refusal_is_no_error() throws Exception {
        call("/seckill/occupy", "en");
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        call("/seckill/order", "en");
        Awaitility.await().until(() -> calls.count() == MOST);
        ListAppender<ILoggingEvent> complaints = new ListAppender<>();
        complaints.start();
        Logger container = (Logger) LoggerFactory.getLogger("org.apache");
        container.addAppender(complaints);
        try {
            for (int i = 0; i < 20; i++) {
                Socket atOnce = say("GET /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n");
                atOnce.setSoLinger(true, 0);
                atOnce.close();
                Socket gone = say("HEAD /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n");
                gone.setSoLinger(true, 0);
                int come = i + 1;
                Awaitility.await().until(() -> calls.countTooMany() >= come);
                gone.close();
            }
            free.countDown();

            Awaitility.await().until(() -> calls.count() + calls.countTooMany() == 0);
            assertThat(complaints.list)
                    .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                    .isEmpty();
        } finally {
            container.detachAppender(complaints);
        }
    }

    @Test
    void who_does_not_read_is_hung_up_on_and_nobody_waits_for_him() throws Exception {
        call("/seckill/occupy", "en");
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        call("/seckill/order", "en");
        Awaitility.await().until(() -> calls.count() == MOST);
        byte[] again = "GET /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        Counter refused = meters.counter("seckill.overload.refused");

        try (Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4 * 1024);
            deaf.connect(new InetSocketAddress("127.0.0.1", connector.getLocalPort()));
            assertThatThrownBy(() -> {
                        for (int asked = 1; asked < 100_000; asked++) {
                            deaf.getOutputStream().write(again);
                            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                            while (refused.count() < asked && System.nanoTime() < end) {
                                Thread.onSpinWait();
                            }
                        }
                    })
                    .as("what he has not read is more than fits")
                    .isInstanceOf(IOException.class);
        }
        assertThat(refused.count()).isGreaterThan(10);
        assertThat(call("/seckill/order", "en"))
                .succeedsWithin(Duration.ofSeconds(10))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(503));
    }

    @Test
    void who_asks_without_end_does_not_keep_the_others_waiting() throws Exception {
        call("/seckill/occupy", "en");
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        call("/seckill/order", "en");
        Awaitility.await().until(() -> calls.count() == MOST);
        byte[] again = "GET /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

        try (Socket endless = new Socket("127.0.0.1", connector.getLocalPort())) {
            Thread asks = new Thread(() -> {
                try {
                    while (true) {
                        endless.getOutputStream().write(again);
                    }
                } catch (IOException hungUp) {
                    // Nothing more to say.
                }
            });
            Thread hears = new Thread(() -> {
                try {
                    endless.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException hungUp) {
                    // Nothing more to hear.
                }
            });
            asks.start();
            hears.start();
            for (int i = 0; i < 20; i++) {
                assertThat(call("/seckill/order", "en"))
                        .succeedsWithin(Duration.ofSeconds(10))
                        .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(503));
            }
            free.countDown();
            endless.close();
            asks.join();
            hears.join();
        }
    }

    @Test
    void nobody_counts_once_the_server_has_stopped() throws Exception {
        // Not by the client that asks again when its connection is cut.
        List<Socket> crowd = new ArrayList<>();
        crowd.add(say("GET /seckill/occupy HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertThat(occupied.await(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 100; i++) {
            crowd.add(say("HEAD /seckill/order HTTP/1.1\r\nHost: a\r\n\r\n"));
        }
        Awaitility.await().until(() -> calls.count() == MOST && calls.countTooMany() == 99);

        free.countDown();
        connector.stop();

        Awaitility.await().until(() -> calls.count() + calls.countTooMany() == 0);
        connector.start();
        assertThat(call("/seckill/order", "en").join().statusCode()).isEqualTo(200);
        for (Socket one : crowd) {
            one.close();
        }
    }

    private Socket say(String request) throws IOException {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** All of it, until the server closes. */
    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private long connections() {
        return ((AbstractProtocol<?>) connector.getProtocolHandler()).getConnectionCount();
    }

    private CompletableFuture<HttpResponse<String>> call(String path, String language) {
        return send(to(path).header("Accept-Language", language));
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + connector.getLocalPort() + path));
    }

    private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Answers, sooner or later. */
    private final class Any extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getRequestURI().endsWith("occupy")) {
                occupied.countDown();
                try {
                    free.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            response.getWriter().write("served");
        }
    }
}
