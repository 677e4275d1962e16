package io.seckill.admin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seckill.api.ApiApplication;
import io.seckill.common.stores.Stores;
import io.seckill.service.SeckillApplication;
import io.seckill.service.WorkerApplication;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every meter that the dashboard, the alerts and the manual speak of is one that a running api or worker has, label by
 * label, and every meter of ours is in the manual.
 */
class DashboardsTest {

    private static final Path GRAFANA = Path.of("..", "docs", "grafana");
    private static final Path MANUAL = Path.of("..", "docs", "operations.md");

    /** A word of PromQL that no parenthesis follows, with its labels if it has some. */
    private static final Pattern METER =
            Pattern.compile("\\b([a-z][a-z0-9_]*_[a-z0-9_]+|up)\\b(?!\\s*\\()(\\{[^}]*})?");

    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without)\\s*\\(([^)]*)\\)");
    private static final Pattern LINE = Pattern.compile("^([a-z_0-9]+)(\\{.*})? .*$");

    /** What Prometheus adds itself. */
    private static final Set<String> ITS_OWN = Set.of("job", "instance");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static ConfigurableApplicationContext worker;
    private static ConfigurableApplicationContext api;
    private static List<String> lines;

    @BeforeAll
    static void a_sale_has_gone_by() {
        Map<String, String> stores =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        worker = run(WorkerApplication.class, "worker", stores, Map.of("seckill.reconcile.interval", "10s"));
        api = run(
                ApiApplication.class,
                "api",
                stores,
                Map.of(
                        "management.server.port", "0",
                        "spring.profiles.active", "dev",
                        "seckill.identity.mode", "param"));
        Instant now = Instant.now();
        long sale = worker.getBean(ActivityEditor.class)
                .create(new ActivityDraft("a sale", 5, 0, 1, now.minusSeconds(60), now.plusSeconds(3600)), "test")
                .id();
        worker.getBean(WarmUpService.class).warmUp(sale, "test");
        String order = "http://127.0.0.1:" + port(api, "server") + "/seckill/order?activityId=" + sale + "&userId=1";
        List<Integer> answers = new ArrayList<>();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            // Until the limit of one user is reached too.
            answers.add(send(HttpRequest.newBuilder(URI.create(order)).POST(HttpRequest.BodyPublishers.noBody())));
            return answers.contains(202) && answers.contains(409) && answers.contains(429);
        });
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            lines = Stream.of(scrape(port(api, "management")), scrape(port(worker, "server")))
                    .flatMap(String::lines)
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            return lines.stream().anyMatch(line -> line.startsWith("seckill_reconcile_age{"))
                    && lines.stream().anyMatch(line -> line.startsWith("seckill_queue_oldest_age{"));
        });
    }

    @AfterAll
    static void stop() {
        api.close();
        worker.close();
    }

    @Test
    void the_dashboard_asks_for_nothing_that_is_not_there() {
        JsonNode dashboard = new JsonMapper().readTree(read(GRAFANA.resolve("seckill-dashboard.json")));
        List<String> queries = dashboard.findValuesAsString("expr");

        assertThat(queries).hasSizeGreaterThan(20).allSatisfy(DashboardsTest::assertThere);
    }

    @Test
    @SuppressWarnings("unchecked")
    void no_alert_waits_for_something_that_is_never_told() {
        Map<String, List<Map<String, Object>>> file = new Yaml().load(read(GRAFANA.resolve("alerts.yml")));
        List<Map<String, String>> rules =
                (List<Map<String, String>>) (List<?>) file.get("groups").get(0).get("rules");

        assertThat(rules).hasSizeGreaterThan(10).allSatisfy(rule -> {
            assertThat(rule.get("alert")).startsWith("Seckill");
            assertThere(rule.get("expr"));
            assertThat(read(MANUAL)).as("the manual says what to do about it").contains("`" + rule.get("alert") + "`");
        });
    }

    @Test
    void the_manual_names_every_meter_of_ours_and_none_that_is_not_there() {
        Set<String> exposed = lines.stream()
                .map(line -> line.split("[{ ]", 2)[0])
                .filter(name -> name.startsWith("seckill_"))
                .map(name -> name.replaceAll("_(total|count|sum|bucket|max|seconds)(?=$|_)", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        String section = read(MANUAL).split("## Meters", 2)[1].split("\n## ", 2)[0];
        Matcher named = Pattern.compile("\\| `(seckill_[a-z_]+)`").matcher(section);
        Set<String> told = new TreeSet<>();
        while (named.find()) {
            told.add(named.group(1).replaceAll("_(total|count|sum|bucket|max|seconds)(?=$|_)", ""));
        }

        assertThat(exposed).isNotEmpty().isSubsetOf(told);
        // Some are there only once there is a reason: nobody held a lock, no limit was without its Redis.
        told.removeAll(exposed);
        assertThat(told)
                .allSatisfy(name -> assertThat(section)
                        .as(name)
                        .containsPattern("\\| `" + name + "[a-z_]*` \\|[^\\n]*\\(once it has happened\\)"));
    }

    @Test
    void prometheus_asks_where_the_containers_answer() {
        String prometheus = read(GRAFANA.resolve("prometheus.yml"));
        String compose = read(Path.of("..", "docker-compose.yml"));

        assertThat(prometheus).contains("api-1:9180", "api-2:9180", "names: [worker]", "port: 8082");
        assertThat(compose).contains("SECKILL_API_MANAGEMENT_PORT: \"9180\"", "  api-1:", "  api-2:", "  worker:");
        for (String file : List.of("prometheus.yml", "alerts.yml", "seckill-dashboard.json")) {
            assertThat(compose).contains("./docs/grafana/" + file + ":");
        }
        Map<String, Map<String, Object>> composed = new Yaml().load(compose);
        assertThat(composed.get("services")).containsKeys("prometheus", "grafana");
    }

    /** Every meter of a query exists, with the labels and values that the query picks and groups by. */
    private static void assertThere(String query) {
        Matcher meter = METER.matcher(GROUPING.matcher(query).replaceAll(""));
        List<String> found = new ArrayList<>();
        while (meter.find()) {
            if (meter.group(1).startsWith("__") || query.charAt(Math.max(0, meter.start() - 1)) == '$') {
                continue;
            }
            found.add(meter.group(1));
            List<String> series = series(meter.group(1));
            assertThat(series).as("%s in %s", meter.group(1), query).isNotEmpty();
            if (meter.group(2) != null) {
                assertPicks(series, meter.group(2), query);
            }
        }
        assertThat(found).as(query).isNotEmpty();
        Matcher grouping = GROUPING.matcher(query);
        while (grouping.find()) {
            for (String label : grouping.group(1).split("\\s*,\\s*")) {
                assertThat(ITS_OWN.contains(label)
                                || found.stream()
                                        .allMatch(name ->
                                                series(name).stream().anyMatch(line -> line.contains(label + "=\""))))
                        .as("label %s in %s", label, query)
                        .isTrue();
            }
        }
    }

    private static void assertPicks(List<String> series, String picked, String query) {
        Matcher label = LABEL.matcher(picked);
        while (label.find()) {
            if (!ITS_OWN.contains(label.group(1))) {
                Pattern wanted = Pattern.compile(label.group(1) + "=\"(?:" + label.group(3) + ")\"");
                assertThat(series)
                        .as("%s in %s", picked, query)
                        .anyMatch(line -> wanted.matcher(line).find());
            }
        }
    }

    private static List<String> series(String name) {
        return name.equals("up")
                ? List.of("up")
                : lines.stream()
                        .filter(line -> {
                            Matcher parts = LINE.matcher(line);
                            return parts.matches() && parts.group(1).equals(name);
                        })
                        .toList();
    }

    private static ConfigurableApplicationContext run(
            Class<?> application, String process, Map<String, String> stores, Map<String, String> own) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0"));
        stores.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        own.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return SeckillApplication.of(application, process).run(arguments.toArray(String[]::new));
    }

    private static int port(ConfigurableApplicationContext context, String of) {
        return context.getEnvironment().getRequiredProperty("local." + of + ".port", Integer.class);
    }

    private static int send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String scrape(int port) {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/prometheus"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
