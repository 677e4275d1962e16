package io.seckill.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.RunningWorker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;

/** What machines are told, and on which port. */
class ManagementTest {

    private static final List<String> FORBIDDEN = List.of(
            "env",
            "heapdump",
            "logfile",
            "shutdown",
            "beans",
            "configprops",
            "threaddump",
            "mappings",
            "loggers",
            "metrics",
            "httpexchanges",
            "flyway",
            "caches",
            "conditions",
            "scheduledtasks",
            "info",
            "startup");

    @Test
    void on_the_storefronts_port_there_is_health_and_nothing_else() {
        RunningApi api = RunningApi.standard();
        assertThat(api.get("/actuator/health").status()).isEqualTo(200);
        assertThat(api.get("/actuator/health").http().body()).isEqualTo("{\"status\":\"UP\"}");
        assertThat(api.get("/actuator/health/liveness").status()).isEqualTo(200);
        assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(api.get("/actuator/health/redis").outcome()).isEqualTo("404 NOT_FOUND");
        assertThat(api.get("/actuator/prometheus").outcome()).isEqualTo("404 NOT_FOUND");
        assertThat(api.get("/actuator").outcome()).isEqualTo("404 NOT_FOUND");
    }

    @ParameterizedTest
    @ValueSource(strings = {"env", "heapdump", "logfile", "shutdown"})
    void the_engine_room_is_shut_to_strangers_and_to_users(String endpoint) {
        RunningApi api = RunningApi.standard();
        for (String path : List.of("/actuator/" + endpoint, "/actuator/" + endpoint + "?userId=42")) {
            assertThat(api.get(path).outcome()).isEqualTo("404 NOT_FOUND");
            assertThat(api.post(path).outcome()).isEqualTo("404 NOT_FOUND");
            Reply overridden = api.get(path, "X-HTTP-Method-Override", "POST");
            assertThat(overridden.outcome()).isEqualTo("404 NOT_FOUND");
        }
    }

    @Test
    void figures_have_a_port_of_their_own_once_one_is_named_which_only_this_machine_reaches() throws Exception {
        try (RunningApi api = RunningApi.start("management.server.port", "0")) {
            Environment environment = api.context().getEnvironment();
            int port = environment.getRequiredProperty("local.management.port", Integer.class);
            assertThat(port).isNotEqualTo(api.port());
            assertThat(get(port, "prometheus").body()).contains("jvm_memory_used_bytes");
            assertThat(get(port, "health").statusCode()).isEqualTo(200);
            assertShut(port);
            assertThat(environment.getProperty("management.server.address")).isEqualTo("127.0.0.1");
            assertThat(api.get("/actuator/prometheus").outcome()).isEqualTo("404 NOT_FOUND");
            assertThat(api.get("/actuator/health").status()).isEqualTo(200);
        }
    }

    @Test
    void the_workers_port_shows_health_and_figures_to_this_machine_alone() throws Exception {
        try (RunningWorker worker = RunningWorker.start()) {
            Environment environment = worker.context().getEnvironment();
            int port = environment.getRequiredProperty("local.server.port", Integer.class);
            assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
            assertThat(get(port, "health").statusCode()).isIn(200, 503);
            assertThat(get(port, "prometheus").body()).contains("jvm_memory_used_bytes");
            assertShut(port);
        }
    }

    private static void assertShut(int port) throws Exception {
        for (String endpoint : FORBIDDEN) {
            assertThat(get(port, endpoint).statusCode()).as(endpoint).isEqualTo(404);
            assertThat(send(port, endpoint, "POST").statusCode()).as(endpoint).isIn(404, 405);
        }
    }

    private static HttpResponse<String> get(int port, String endpoint) throws Exception {
        return send(port, endpoint, "GET");
    }

    private static HttpResponse<String> send(int port, String endpoint, String method)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/" + endpoint))
                .method(method, BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
