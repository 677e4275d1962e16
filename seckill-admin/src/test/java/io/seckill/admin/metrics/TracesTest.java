package io.seckill.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.seckill.api.ApiApplication;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Traces and logs, for those who collect them. */
@ExtendWith(OutputCaptureExtension.class)
class TracesTest {

    @Test
    void nothing_of_opentelemetry_is_there_unless_it_is_wanted() {
        try (ConfigurableApplicationContext api = api()) {
            assertThat(beansOf(api, "io.micrometer.tracing", "io.opentelemetry", "io.micrometer.registry.otlp"))
                    .isEmpty();
            assertThat(api.getEnvironment().getProperty("logging.expect-correlation-id"))
                    .isEqualTo("false");
        }
    }

    @Test
    void with_the_property_calls_are_traced_and_the_traces_sent() throws Exception {
        BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        collector.createContext("/", exchange -> {
            sent.add(exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try (ConfigurableApplicationContext api = api(
                "seckill.tracing.enabled=true",
                "management.tracing.sampling.probability=1",
                "management.opentelemetry.tracing.export.schedule-delay=100ms",
                "management.opentelemetry.tracing.export.otlp.endpoint=http://127.0.0.1:"
                        + collector.getAddress().getPort() + "/v1/traces")) {
            get(api, "/seckill/activities");

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(sent)
                            .anySatisfy(one ->
                                    assertThat(one).startsWith("/v1/traces").contains("/seckill/activities")));
            assertThat(sent).allSatisfy(one -> assertThat(one).startsWith("/v1/traces"));
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void in_production_the_log_is_json_and_names_the_request(CapturedOutput output) {
        try (ConfigurableApplicationContext api =
                api("spring.profiles.active=prod", "logging.level.io.seckill=debug")) {
            HttpResponse<String> answer = get(api, "/seckill/order/status?activityId=7", "X-Request-Id", "shop-4711");
            assertThat(answer.headers().firstValue("X-Request-Id")).hasValue("shop-4711");
            HttpResponse<String> odd =
                    get(api, "/seckill/order/status?activityId=7", "X-Request-Id", "evil id " + "x".repeat(80));
            assertThat(odd.headers().firstValue("X-Request-Id").orElseThrow()).matches("[0-9a-f]{16}");

            LoggerFactory.getLogger("io.seckill.test")
                    .atWarn()
                    .addKeyValue("orderId", 123456789L)
                    .log("about an order");
            List<JsonNode> lines = output.getAll()
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .map(line -> new JsonMapper().readTree(line))
                    .toList();
            assertThat(lines).anySatisfy(line -> {
                assertThat(line.get("message").asString()).contains("status: activity 7");
                assertThat(line.get("requestId").asString()).isEqualTo("shop-4711");
            });
            JsonNode about = lines.stream()
                    .filter(line -> line.get("message").asString().equals("about an order"))
                    .findFirst()
                    .orElseThrow();
            assertThat(about.path("orderId").asLong()).as(about.toString()).isEqualTo(123456789L);
            assertThat(about.path("log").path("level").asString()).isEqualTo("WARN");
            assertThat(about.has("requestId")).isFalse();
        }
    }

    private static List<String> beansOf(ConfigurableApplicationContext context, String... packages) {
        return Arrays.stream(context.getBeanDefinitionNames())
                .map(context::getBean)
                .map(bean -> bean.getClass().getName())
                .filter(name -> Arrays.stream(packages).anyMatch(name::startsWith))
                .toList();
    }

    private static ConfigurableApplicationContext api(String... settings) {
        Map<String, String> all =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        all.put("server.port", "0");
        all.put("seckill.identity.mode", "param");
        all.put("seckill.identity.allow-param", "true");
        List<String> arguments = new ArrayList<>();
        all.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        return SeckillApplication.of(ApiApplication.class, "api").run(arguments.toArray(String[]::new));
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext api, String path, String... headers) {
        int port = api.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + path + (path.contains("?") ? "&" : "?") + "userId=1"));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
