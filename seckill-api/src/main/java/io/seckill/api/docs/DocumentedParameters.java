package io.seckill.api.docs;

import io.seckill.service.grab.GrabRequest;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every parameter and header that a call of ours reads, under its one name. */
final class DocumentedParameters {

    private static final String QUERY = "query";
    private static final String HEADER = "header";

    private static final Map<String, Parameter> ALL = new LinkedHashMap<>();

    static {
        put(QUERY, "activityId", true, id("1001"), "The activity.");
        put(
                QUERY,
                "quantity",
                false,
                number(1, GrabRequest.MAX_QUANTITY, 1),
                "Units, at most the activity's perOrderLimit.");
        put(QUERY, "orderId", false, id("915336031940789749"), "The order, where the buyer knows it.");
        put(
                QUERY,
                "waitMs",
                false,
                number(0, 20_000, 0),
                "How long to wait while the order is QUEUED, in milliseconds; the answer comes as soon as it is not.");
        put("path", "orderId", true, id("915336031940789749"), "The order.");
        put("path", "id", true, id("1001"), "The activity.");
        put(HEADER, "X-Seckill-Token", false, new StringSchema(), "A purchase token, where the activity asks for one.");
        put(HEADER, "X-Seckill-Challenge", false, new StringSchema(), "What was solved, where the shop asks for it.");
        put(
                HEADER,
                "X-Seckill-Timestamp",
                true,
                new StringSchema().pattern("[1-9][0-9]{8,10}").example("1796069916"),
                "When the report was signed, epoch seconds.");
        put(
                HEADER,
                "X-Seckill-Signature",
                true,
                new StringSchema().pattern("[0-9a-f]{64}"),
                "HMAC-SHA256 of `<timestamp>.<raw body>` with the shared secret, lower-case hex.");
    }

    private DocumentedParameters() {}

    /**
     * A parameter.
     *
     * @param in query, path or header
     * @param name its name
     * @return its description
     * @throws IllegalStateException if nobody has described it
     */
    static Parameter of(String in, String name) {
        Parameter found = ALL.get(in + " " + name);
        if (found == null) {
            throw new IllegalStateException("the " + in + " parameter " + name + " is described nowhere");
        }
        return found;
    }

    private static void put(String in, String name, boolean required, Schema<?> schema, String text) {
        ALL.put(
                in + " " + name,
                new Parameter()
                        .in(in)
                        .name(name)
                        .required(required)
                        .schema(schema)
                        .description(text));
    }

    private static Schema<?> id(String example) {
        return new StringSchema().pattern(Schemas.ID).example(example);
    }

    private static Schema<?> number(int least, int most, int otherwise) {
        Schema<?> schema =
                new IntegerSchema().minimum(BigDecimal.valueOf(least)).maximum(BigDecimal.valueOf(most));
        schema.setDefault(otherwise);
        return schema;
    }
}
