package io.seckill.api.support;

import java.net.http.HttpResponse;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of the API, taken apart. Whoever reads its code has checked that it is in the envelope.
 *
 * @param http the answer as it came
 */
public record Reply(HttpResponse<String> http) {

    private static final JsonMapper JSON = JsonMapper.shared();

    public int status() {
        return http.statusCode();
    }

    public String code() {
        return envelope().get("code").asString();
    }

    public String message() {
        return envelope().get("message").asString();
    }

    public JsonNode data() {
        return envelope().get("data");
    }

    /** A field of the data, as text. */
    public String data(String field) {
        JsonNode value = data().get(field);
        Assertions.assertThat(value).as("%s in %s", field, http.body()).isNotNull();
        return value.asString();
    }

    public String header(String name) {
        return http.headers().firstValue(name).orElse("");
    }

    /** Status and code in one, such as {@code 202 OK}. */
    public String outcome() {
        return status() + " " + code();
    }

    private JsonNode envelope() {
        JsonNode envelope = JSON.readTree(http.body());
        Assertions.assertThat(envelope.propertyNames()).as(http.body()).containsExactly("code", "message", "data");
        Assertions.assertThat(header("Content-Type")).startsWith("application/json");
        return envelope;
    }
}
