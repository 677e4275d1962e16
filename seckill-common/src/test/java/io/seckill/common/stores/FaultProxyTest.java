package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {

    private static RedisServer redis;

    private FaultProxy proxy;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start(RedisOptions.defaults().password(null));
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void startProxy() throws IOException {
        proxy = FaultProxy.to(redis.host(), redis.port());
        try (Client direct = new Client(redis.port())) {
            direct.ask("FLUSHALL");
        }
    }

    @AfterEach
    void stopProxy() {
        proxy.close();
    }

    @Test
    void everything_passes_at_first() throws IOException {
        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("PING")).isEqualTo("+PONG");
            assertThat(proxy.connections()).isEqualTo(1);
        }
        await().until(() -> proxy.connections() == 0);
    }

    @Test
    void a_dropped_reply_is_of_a_command_that_ran() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.dropReplies();
            client.say("INCR n");
            await().until(() -> proxy.repliesLost() == 1);

            assertThat(valueOf("n")).isEqualTo("1");
            assertThatThrownBy(client::hear).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void a_request_can_be_stopped_right_before_the_server_gets_it() throws IOException {
        proxy.onceBefore(proxy::cut, "INCR n", "INCR m");
        try (Client client = new Client(proxy.port())) {
            client.ask("INCR n");
            client.say("INCR m");
            await().until(() -> proxy.connections() == 0);
        }

        assertThat(valueOf("n")).isEqualTo("1");
        assertThat(valueOf("m")).isNull();
    }

    @Test
    void a_reply_can_be_stopped_right_after_the_server_gave_it() throws IOException {
        proxy.onceAfter(proxy::cut, "INCR n");
        try (Client client = new Client(proxy.port())) {
            client.say("INCR n");
            await().until(() -> proxy.connections() == 0);
            assertThatThrownBy(client::hear).isInstanceOf(IOException.class);
        }

        assertThat(valueOf("n")).isEqualTo("1");
    }

    @Test
    void another_server_can_take_the_place_of_the_first() throws IOException {
        try (RedisServer other = RedisServer.start(RedisOptions.defaults().password(null));
                Client before = new Client(proxy.port())) {
            before.ask("INCR n");
            proxy.redirect(other.host(), other.port());
            await().until(() -> proxy.connections() == 0);
            try (Client after = new Client(proxy.port())) {
                after.ask("INCR n");
                assertThat(after.ask("INCR n")).isEqualTo(":2");
            }
        }

        assertThat(valueOf("n")).isEqualTo("1");
    }

    @Test
    void a_connection_that_lost_a_reply_does_not_come_back() throws IOException {
        try (Client lost = new Client(proxy.port());
                Client whole = new Client(proxy.port())) {
            whole.ask("PING");
            lost.ask("PING");
            proxy.dropReplies();
            lost.say("INCR n");
            await().until(() -> proxy.repliesLost() == 1);
            proxy.pass();

            assertThatThrownBy(lost::hear).isInstanceOf(SocketException.class);
            assertThat(whole.ask("PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void a_reply_turns_into_a_reset_after_the_command_ran() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.resetReplies();
            client.say("INCR n");

            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class).hasMessageContaining("reset");
            assertThat(valueOf("n")).isEqualTo("1");
        }
    }

    @Test
    void a_black_hole_lets_nothing_through_until_it_closes() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.blackhole();
            client.say("INCR n");
            assertThatThrownBy(client::hear).isInstanceOf(SocketTimeoutException.class);
            assertThat(valueOf("n")).isNull();

            proxy.pass();

            assertThat(client.hear()).isEqualTo(":1");
        }
    }

    @Test
    void a_command_of_a_client_that_gave_up_runs_when_the_hole_closes() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.blackhole();
            client.say("INCR n");
        }

        proxy.pass();

        await().until(() -> "1".equals(valueOf("n")));
    }

    @Test
    void a_delayed_reply_comes_at_the_time_of_the_change() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.delay(Duration.ofHours(1));
            client.say("INCR n");
            await().until(() -> "1".equals(valueOf("n")));
            assertThatThrownBy(client::hear).isInstanceOf(SocketTimeoutException.class);

            proxy.delay(Duration.ofMillis(1));

            assertThat(client.hear()).isEqualTo(":1");
        }
    }

    @Test
    void a_cut_resets_what_is_open_and_refuses_what_is_new() throws IOException {
        try (Client client = new Client(proxy.port())) {
            client.ask("PING");
            proxy.cut();

            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> new Client(proxy.port())).isInstanceOf(ConnectException.class);
        }

        proxy.pass();

        try (Client client = new Client(proxy.port())) {
            assertThat(client.ask("PING")).isEqualTo("+PONG");
        }
    }

    private static String valueOf(String key) throws IOException {
        try (Client direct = new Client(redis.port())) {
            String length = direct.ask("GET " + key);
            return "$-1".equals(length) ? null : direct.hear();
        }
    }

    /** As bare as can be: a client with its own timeouts and reconnects would hide what the proxy does. */
    private static final class Client implements AutoCloseable {

        private static final int PATIENCE_MS = 300;

        private final Socket socket;
        private final BufferedReader answers;

        Client(int port) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(PATIENCE_MS);
            answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        void say(String command) throws IOException {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }

        String hear() throws IOException {
            return answers.readLine();
        }

        String ask(String command) throws IOException {
            say(command);
            socket.setSoTimeout(10_000);
            String answer = hear();
            socket.setSoTimeout(PATIENCE_MS);
            return answer;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
