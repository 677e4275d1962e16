package io.seckill.api.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.seckill.api.web.Answers;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.swagger.v3.core.util.Json31;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * What answers look like: each the very envelope that a caller would get, in Chinese as whoever names no language gets it.
 * Only the data that a call has found are made up, in {@code openapi-examples.json}.
 */
final class Examples {

    private static final Locale LANGUAGE = Locale.SIMPLIFIED_CHINESE;

    private final Answers answers;
    private final JsonMapper json;
    private final JsonNode data;

    Examples(Answers answers, JsonMapper json) throws IOException {
        this.answers = answers;
        this.json = json;
        try (InputStream file =
                Objects.requireNonNull(Examples.class.getResourceAsStream("/openapi-examples.json"), "examples")) {
            this.data = Json31.mapper().readTree(file);
        }
    }

    /**
     * Data that a call may find.
     *
     * @param type the record
     * @return the example
     */
    JsonNode of(Class<?> type) {
        JsonNode found = data.get(type.getSimpleName());
        if (found == null) {
            throw new IllegalStateException("openapi-examples.json has no " + type.getSimpleName());
        }
        return found;
    }

    /**
     * An answer.
     *
     * @param code its code
     * @param type what the call finds when all is well
     * @return the envelope
     */
    JsonNode of(ErrorCode code, Class<?> type) {
        ResponseEntity<Result<?>> answer = switch (code) {
            case OK, DUPLICATE_ORDER, INVALID_STATE -> answers.of(code, plain(of(type)), LANGUAGE);
            case CONFIRMING -> answers.of(code, plain(data.get("confirming")), LANGUAGE);
            case INVALID_ARGUMENT -> refusal(code, Map.of("field", "activityId", "reason", "not_an_id"));
            case UNAUTHENTICATED -> refusal(code, Map.of("reason", "missing"));
            case FORBIDDEN -> refusal(code, Map.of("reason", "token_missing"));
            case NOT_STARTED -> answers.of(code, Map.of("startsInMs", 1500), LANGUAGE);
            case SOLD_OUT -> answers.of(code, Map.of("remaining", 0), LANGUAGE);
            case INTERNAL_ERROR -> refusal(code, Map.of("errorId", "1a2b3c4d"));
            default -> answers.of(code, null, LANGUAGE);
        };
        return written(inOneOrder(Objects.requireNonNull(answer.getBody())));
    }

    /** The one answer whose text is not that of its code: an order that was accepted. */
    JsonNode accepted() {
        return written(Result.of(ErrorCode.OK, answers.text("order.QUEUED", LANGUAGE), plain(data.get("accepted"))));
    }

    /** {@return what a code means, in English} */
    String meaning(ErrorCode code) {
        return answers.text("error." + code, Locale.ENGLISH)
                .replaceAll("[,:]? (number )?\\{\\d}", "")
                .replace("Parameter is", "A parameter is");
    }

    /** Details of a refusal come in another order in each process; their description must not. */
    private static Result<?> inOneOrder(Result<?> envelope) {
        return envelope.data() instanceof Map<?, ?> details
                ? new Result<>(envelope.code(), envelope.message(), new TreeMap<>(details))
                : envelope;
    }

    /** As it travels; in the tree of the library that writes the description, which would leave nulls out of any other. */
    private JsonNode written(Result<?> envelope) {
        try {
            return Json31.mapper().readTree(json.writeValueAsString(envelope));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what one mapper writes the other reads", e);
        }
    }

    private Object plain(JsonNode node) {
        return json.readTree(node.toString());
    }

    private ResponseEntity<Result<?>> refusal(ErrorCode code, Map<String, Object> details) {
        return answers.refusal(new SeckillException(code, "example", details, null, null), LANGUAGE);
    }
}
