package io.seckill.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.Reply;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import io.seckill.common.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code docs/openapi.json} says what the code does. After a change on purpose it is written anew by {@code ./mvnw -pl
 * seckill-api -am -Dtest=OpenApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dseckill.openapi.renew=true test}.
 */
class OpenApiTest {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** The codes whose data are what the call is about. */
    private static final Set<String> FOUND = Set.of("OK", "CONFIRMING", "DUPLICATE_ORDER", "INVALID_STATE");

    private static final Path FILE = Path.of(System.getProperty("basedir", "."), "..", "docs", "openapi.json");

    private final RunningApi api = RunningApi.standard();

    @Test
    void the_file_equals_what_the_code_says_of_itself() throws IOException {
        String now = JSON.writeValueAsString(described()) + "\n";
        if (Boolean.getBoolean("seckill.openapi.renew")) {
            Files.writeString(FILE, now);
        }
        assertThat(Files.readString(FILE))
                .as("docs/openapi.json; if the change is on purpose, run this test with -Dseckill.openapi.renew=true")
                .isEqualToNormalizingNewlines(now);
    }

    @Test
    void every_call_and_every_code_is_described() {
        JsonNode described = described();
        assertThat(described.get("paths").propertyNames())
                .containsExactlyInAnyOrder(
                        "/seckill/activities",
                        "/seckill/activities/{id}",
                        "/seckill/order",
                        "/seckill/order/status",
                        "/seckill/order/{orderId}",
                        "/seckill/order/{orderId}/cancel",
                        "/seckill/order/token",
                        "/seckill/payment/callback");
        Set<String> codes = new TreeSet<>();
        described.findValues("examples").forEach(examples -> codes.addAll(examples.propertyNames()));
        Set<ErrorCode> ours = EnumSet.allOf(ErrorCode.class);
        // The console's own, and one that no described call answers.
        ours.removeAll(
                EnumSet.of(ErrorCode.ALREADY_WARM, ErrorCode.STOCK_NOT_CONFIGURED, ErrorCode.METHOD_NOT_ALLOWED));
        assertThat(codes)
                .containsExactlyInAnyOrderElementsOf(
                        ours.stream().map(Enum::name).toList());
    }

    @Test
    void examples_hold_what_their_schemas_allow_and_nothing_else() {
        JsonNode described = described();
        int seen = 0;
        for (JsonNode response : described.findValues("application/json")) {
            for (JsonNode example : response.path("examples")) {
                JsonNode value = example.get("value");
                JsonNode schema = response.get("schema");
                assertThat(value.propertyNames()).containsExactlyInAnyOrder("code", "message", "data");
                assertThat(texts(schema.at("/properties/code/enum")))
                        .contains(value.get("code").asString());
                assertThat(value.get("message").asString())
                        .matches("(?s).*\\p{IsHan}.*")
                        .doesNotContain("{0}");
                requireFits(described, response, code(value), value.get("data"));
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(50);
    }

    @Test
    void whoever_tries_a_call_is_told_how_to_be_a_buyer() {
        JsonNode described = described();
        JsonNode schemes = described.get("components").get("securitySchemes");
        assertThat(schemes.get("pretendedBuyer").get("description").stringValue())
                .contains("such as 900042");
        assertThat(schemes.get("pretendedBuyer").get("name").stringValue()).isEqualTo("userId");
        assertThat(refused(described, "/seckill/order")).contains("*Authorize*", "userId");
        assertThat(refused(described, "/seckill/payment/callback")).isEqualTo("UNAUTHENTICATED");
    }

    private static String refused(JsonNode described, String path) {
        JsonNode call = described.get("paths").get(path).get("post");
        return call.get("responses").get("401").get("description").stringValue();
    }

    @Test
    void real_answers_are_as_described() {
        Sale sale = Sale.of(api, 1);
        Sale later =
                Sale.of(api, 1, 1, Instant.now().plusSeconds(600), Instant.now().plusSeconds(1200));
        long user = Users.next();
        requireDescribed("/seckill/order", "post", api.order(sale.id(), user), "OK");
        requireDescribed("/seckill/order", "post", api.order(sale.id(), user), "DUPLICATE_ORDER");
        requireDescribed("/seckill/order", "post", api.order(sale.id(), Users.next()), "SOLD_OUT");
        requireDescribed("/seckill/order", "post", api.order(later.id(), user), "NOT_STARTED");
        requireDescribed("/seckill/order", "post", api.order(1, user), "ACTIVITY_NOT_FOUND");
        requireDescribed("/seckill/order", "post", api.post("/seckill/order?activityId=1"), "UNAUTHENTICATED");
        requireDescribed("/seckill/order", "post", api.order(sale.id(), user, 10_000), "INVALID_ARGUMENT");
        requireDescribed("/seckill/order/status", "get", api.status(sale.id(), user), "OK");
        requireDescribed("/seckill/order/status", "get", api.status(sale.id(), Users.next()), "ORDER_NOT_FOUND");
        requireDescribed("/seckill/activities", "get", api.get("/seckill/activities"), "OK");
        requireDescribed("/seckill/activities/{id}", "get", api.get("/seckill/activities/" + sale.id()), "OK");
        requireDescribed("/seckill/order/token", "post", token(sale, user), "NOT_FOUND");
        requireDescribed("/seckill/payment/callback", "post", api.post("/seckill/payment/callback"), "UNAUTHENTICATED");
    }

    @Test
    void nobody_is_told_in_production_unless_it_is_switched_on() {
        try (RunningApi api =
                RunningApi.start("springdoc.api-docs.enabled", "false", "springdoc.swagger-ui.enabled", "false")) {
            for (String path :
                    List.of("/v3/api-docs", "/v3/api-docs.yaml", "/swagger-ui.html", "/swagger-ui/index.html")) {
                assertThat(api.get(path).outcome()).as(path).isEqualTo("404 NOT_FOUND");
            }
            assertThat(api.context().getBeanNamesForType(CallDescriber.class)).isEmpty();
        }
    }

    @Test
    void the_page_to_try_calls_has_a_policy_under_which_it_works_and_no_other_page_has_it() {
        Reply page = api.get("/swagger-ui/index.html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.http().headers().allValues("Content-Security-Policy"))
                .singleElement()
                .asString()
                .startsWith("default-src 'none'; script-src 'self';");
        assertThat(api.get("/v3/api-docs").http().headers().allValues("Content-Security-Policy"))
                .containsExactly("default-src 'none'; frame-ancestors 'none'");
    }

    private Reply token(Sale sale, long user) {
        return api.post("/seckill/order/token?activityId=" + sale.id() + "&userId=" + user);
    }

    private void requireDescribed(String path, String method, Reply reply, String code) {
        assertThat(reply.code()).isEqualTo(code);
        JsonNode described = described();
        JsonNode json = described
                .get("paths")
                .get(path)
                .get(method)
                .at("/responses/" + reply.status() + "/content/application~1json");
        assertThat(texts(json.at("/schema/properties/code/enum")))
                .as("%s %s", path, reply.outcome())
                .contains(code);
        requireFits(described, json, code, reply.data());
    }

    /** The data are those of the schema, or of the example where it is a refusal's details. */
    private static void requireFits(JsonNode described, JsonNode response, String code, JsonNode data) {
        boolean found = FOUND.contains(code);
        JsonNode schema = response.at("/schema/properties/data");
        JsonNode reference = schema.has("anyOf") ? schema.at("/anyOf/0/$ref") : schema.path("$ref");
        if (found) {
            JsonNode record = described.at(reference.asString().substring(1));
            assertThat(record.get("properties").propertyNames()).containsAll(data.propertyNames());
            assertThat(data.propertyNames()).containsAll(texts(record.get("required")));
        } else {
            JsonNode example = response.at("/examples/" + code + "/value/data");
            assertThat(data.isNull()).as("data of %s", code).isEqualTo(example.isNull());
            assertThat(data.propertyNames()).containsAll(example.propertyNames());
        }
    }

    private static String code(JsonNode envelope) {
        return envelope.get("code").asString();
    }

    private JsonNode described() {
        Reply reply = api.get("/v3/api-docs");
        assertThat(reply.status()).as(reply.http().body()).isEqualTo(200);
        return JSON.readTree(reply.http().body());
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }
}
