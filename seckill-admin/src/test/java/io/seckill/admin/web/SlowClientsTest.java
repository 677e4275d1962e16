package io.seckill.admin.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Console;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Hundreds of clients that take their time, and an operator who has none. */
@ExtendWith(OutputCaptureExtension.class)
class SlowClientsTest {

    /** More than there are threads. */
    private static final int SOCKETS = 400;

    private static Console console;

    @BeforeAll
    static void start() {
        console = Console.start();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    @Tag("long")
    void the_operator_signs_in_and_works_beside_them_and_they_are_all_closed_in_the_end(CapturedOutput output)
            throws IOException {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < SOCKETS; i++) {
                sockets.add(slow(i));
            }
            Browser operator = console.operator();
            assertThat(operator.get("/admin/api/activities").statusCode()).isEqualTo(200);
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        sockets.removeIf(SlowClientsTest::isClosedAfterOneMoreByte);
                        return sockets.isEmpty();
                    });
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        assertThat(output).doesNotContain("ERROR", "Cannot call sendError");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login", "/activities", "/admin/api/activities", "/nowhere", "/actuator/health"})
    void however_many_languages_somebody_reads_nothing_breaks(String path) throws IOException {
        String answer = exchange("GET " + path + " HTTP/1.1\r\nHost: x\r\nAccept-Language: " + "en,".repeat(1000)
                + "zh\r\nConnection: close\r\n\r\n");
        assertThat(answer).doesNotStartWith("HTTP/1.1 5").startsWith("HTTP/1.1 ");
    }

    @Test
    void what_is_no_http_is_refused_without_naming_the_server() throws IOException {
        String answer = exchange("GET /login?lang=<x> HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 400")
                .contains("X-Frame-Options: DENY")
                .doesNotContainIgnoringCase("tomcat")
                .doesNotContain("<html");
    }

    private static Socket slow(int number) throws IOException {
        URI url = URI.create(console.url());
        Socket socket = new Socket(url.getHost(), url.getPort());
        String text = switch (number % 3) {
            case 0 ->
                "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: 4000\r\n\r\n";
            case 1 -> "GET /login HTTP/1.1\r\nHost: x\r\nX-A";
            default ->
                "POST /admin/api/activities HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n1000\r\n";
        };
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.setSoTimeout(1);
        return socket;
    }

    private static boolean isClosedAfterOneMoreByte(Socket socket) {
        try {
            socket.getOutputStream().write('a');
            InputStream in = socket.getInputStream();
            while (in.read() >= 0) {
                // An answer, before the end.
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static String exchange(String request) throws IOException {
        URI url = URI.create(console.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
