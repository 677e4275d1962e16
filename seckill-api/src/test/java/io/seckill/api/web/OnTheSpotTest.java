package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.seckill.service.http.CallsInHand;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The thread that turns a crowd away is the one that all connections wait for: nothing else may happen on it. */
class OnTheSpotTest {

    private static final int MOST = 2;
    private static final int READ_BUFFER = 2048;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    @TempDir
    Path directory;

    private final CountDownLatch free = new CountDownLatch(1);
    private final CountDownLatch othersAnswered = new CountDownLatch(1);
    private final CompletableFuture<String> read = new CompletableFuture<>();
    private final Tomcat tomcat = new Tomcat();
    private Connector connector;
    private CallsInHand calls;

    @BeforeEach
    void start() throws LifecycleException, IOException {
        tomcat.setBaseDir(directory.toString());
        connector = new Connector("io.seckill.service.http.SlowClients$Protocol");
        connector.setPort(0);
        connector.setProperty("maxThreads", "5");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("socket.appReadBufSize", Integer.toString(READ_BUFFER));
        if (Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS) {
            connector.getProtocolHandler().setExecutor(new VirtualThreadExecutor("virtual"));
        }
        tomcat.setConnector(connector);
        calls = CallsInHand.of(connector);
        calls.limit(
                MOST,
                new OverloadRefusal(
                        new Answers(new Texts()),
                        new Origins(new CorsProperties(List.of())),
                        new JsonMapper(),
                        new SimpleMeterRegistry()));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "any", new Any()).setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "any");
        tomcat.start();
        for (int i = 0; i < MOST; i++) {
            say(new Socket("127.0.0.1", connector.getLocalPort()), get("/seckill/occupy"));
        }
        Awaitility.await().until(() -> calls.count() == MOST);
    }

    @AfterEach
    void stop() throws LifecycleException {
        free.countDown();
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void what_stands_behind_a_refused_call_is_another_call() throws IOException {
        for (String second : List.of(
                "POST /seckill/order HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n",
                "POST /seckill/order HTTP/1.0\r\nHost: a\r\nContent-Length: 5\r\n\r\n",
                "POST /seckill/order HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")) {
            try (Socket waitedFor = new Socket("127.0.0.1", connector.getLocalPort());
                    Socket other = socket()) {
                // As much as is read at once, so that what stands behind it is not seen at a glance.
                say(waitedFor, padded("/seckill/order", READ_BUFFER) + second);
                say(other, get("/actuator/health"));
                assertThat(answer(other)).as("the other, after " + second).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void who_was_refused_may_pay_on_the_same_connection() throws IOException {
        try (Socket buyer = socket()) {
            for (int i = 0; i < 500; i++) {
                say(buyer, get("/seckill/order"));
                assertThat(answer(buyer)).startsWith("HTTP/1.1 503");
                say(buyer, get("/seckill/payment/a"));
                assertThat(answer(buyer)).as("payment " + i).startsWith("HTTP/1.1 200");
                say(buyer, get("/seckill/order"));
                assertThat(answer(buyer)).startsWith("HTTP/1.1 503");
                say(buyer, "POST /seckill/order HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n");
                say(buyer, "body");
                assertThat(answer(buyer)).as("order with a body " + i).startsWith("HTTP/1.1 200");
            }
        }
        Awaitility.await().until(() -> calls.count() == MOST && calls.countTooMany() == 0);
    }

    @Test
    void a_body_that_looks_like_a_call_is_a_body() throws Exception {
        String body = get("/seckill/order");
        try (Socket sender = socket();
                Socket other = socket()) {
            say(sender, "POST /actuator/listen HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n");
            Awaitility.await().until(() -> calls.countTooMany() == 1);
            say(sender, body);
            say(other, get("/seckill/order"));
            assertThat(answer(other))
                    .as("while the servlet of the first has not returned")
                    .startsWith("HTTP/1.1 503");
            othersAnswered.countDown();
            assertThat(answer(sender)).startsWith("HTTP/1.1 200");
        }
        assertThat(read.get(10, TimeUnit.SECONDS)).startsWith(body).doesNotContain("Poller");
    }

    @Test
    void calls_of_all_sizes_and_in_pieces_are_heard_whole() throws IOException {
        for (int size : new int[] {200, 2046, 2047, 2048, 2049, 4096, 4097, 8000}) {
            try (Socket one = socket()) {
                for (int i = 0; i < 3; i++) {
                    say(one, padded("/seckill/order", size));
                    assertThat(answer(one)).as("of " + size + " bytes").startsWith("HTTP/1.1 503");
                }
                say(one, padded("/actuator/health", size));
                assertThat(answer(one)).as("of " + size + " bytes").startsWith("HTTP/1.1 200");
            }
        }
        try (Socket slow = socket()) {
            for (char letter : get("/seckill/order").toCharArray()) {
                say(slow, String.valueOf(letter));
            }
            assertThat(answer(slow)).startsWith("HTTP/1.1 503");
        }
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket("127.0.0.1", connector.getLocalPort());
        socket.setTcpNoDelay(true);
        // Less than the ten seconds for which Tomcat may wait for a body.
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }

    private static String padded(String path, int size) {
        String begin = "GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Pad: ";
        return begin + "x".repeat(size - begin.length() - 4) + "\r\n\r\n";
    }

    private static void say(Socket socket, String words) throws IOException {
        socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
    }

    /** Line and headers; the body is read too. */
    private static String answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "closed after " + head;
            }
            head.append((char) next);
        }
        String lengthOnwards = head.substring(head.indexOf("Content-Length: ") + "Content-Length: ".length());
        in.readNBytes(Integer.parseInt(lengthOnwards.substring(0, lengthOnwards.indexOf('\r'))));
        return head.toString();
    }

    /** Answers, sooner or later. */
    private final class Any extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getRequestURI().endsWith("listen")) {
                listen(request, request.startAsync());
                await(othersAnswered);
                return;
            }
            if (request.getRequestURI().endsWith("occupy")) {
                await(free);
            }
            response.setContentLength(6);
            response.getWriter().write("served");
        }

        private void listen(HttpServletRequest request, AsyncContext context) throws IOException {
            ServletInputStream in = request.getInputStream();
            StringBuilder heard = new StringBuilder();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    byte[] some = new byte[READ_BUFFER];
                    while (in.isReady() && !in.isFinished()) {
                        int length = in.read(some);
                        if (length > 0) {
                            heard.append(new String(some, 0, length, StandardCharsets.US_ASCII));
                        }
                    }
                    heard.append(Thread.currentThread().getName());
                }

                @Override
                public void onAllDataRead() {
                    read.complete(heard.toString());
                    context.getResponse().setContentLength(0);
                    context.complete();
                }

                @Override
                public void onError(Throwable cause) {
                    read.completeExceptionally(cause);
                }
            });
        }

        private void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
