package io.seckill.api.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.http.CallsInHand;
import io.seckill.service.http.StrictHeaders;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refuses calls that came when the node had as many in hand as it may, in front of every filter, so that a refusal costs a
 * fraction of an answer: whoever is let in is answered in time, however many come. Only sales are refused: health, and
 * payments, are not the crowd.
 */
final class OverloadValve extends ValveBase {

    private static final String SALES = "/seckill/";
    private static final String PAYMENTS = "/seckill/payment/";

    private final Answers answers;
    private final LocaleResolver languages;
    private final JsonMapper json;
    private final Counter refused;

    /** The answer is always the same, but for its language. */
    private final Map<Locale, Refusal> refusals = new ConcurrentHashMap<>();

    private record Refusal(ResponseEntity<Result<?>> answer, byte[] body) {}

    OverloadValve(Answers answers, LocaleResolver languages, JsonMapper json, MeterRegistry meters) {
        super(true);
        this.answers = answers;
        this.languages = languages;
        this.json = json;
        this.refused = Counter.builder("seckill.overload.refused")
                .description("Calls refused since the node had as many in hand as it may")
                .register(meters);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (CallsInHand.of(request.getConnector()).isOneTooMany()
                && !request.isAsyncDispatching()
                && isOfASale(request.getRequestURI())) {
            refuse(request, response);
        } else {
            getNext().invoke(request, response);
        }
    }

    private static boolean isOfASale(String path) {
        return path.startsWith(SALES) && !path.startsWith(PAYMENTS);
    }

    private void refuse(Request request, Response response) throws IOException {
        refused.increment();
        Refusal refusal = refusals.computeIfAbsent(languages.resolveLocale(request), this::refusal);
        response.setStatus(refusal.answer.getStatusCode().value());
        refusal.answer.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        StrictHeaders.add(response);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(refusal.body.length);
        response.getOutputStream().write(refusal.body);
    }

    private Refusal refusal(Locale locale) {
        ResponseEntity<Result<?>> answer = answers.refusal(
                SeckillException.busy("this node has as many calls in hand as seckill.overload.max-calls allows", null),
                locale);
        return new Refusal(answer, json.writeValueAsBytes(answer.getBody()));
    }
}
