package io.seckill.api.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.http.Refusal;
import io.seckill.service.http.StrictHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.coyote.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * SYSTEM_BUSY, spelt once for each language, for who comes when the node has its hands full. Only the calls of a crowd are
 * refused: health, payments and what a browser asks before a call are answered.
 */
final class OverloadRefusal implements Refusal {

    private static final String SALES = "/seckill/";
    private static final String PAYMENTS = "/seckill/payment/";
    private static final String CLOSE = "close";
    private static final String KEEP_ALIVE = "keep-alive";

    private final Answers answers;
    private final Origins origins;
    private final JsonMapper json;
    private final Counter refused;

    /** As many as there are languages, allowed origins, and two times three. */
    private final Map<Reader, byte[]> spelt = new ConcurrentHashMap<>();

    private record Reader(
            Locale locale,
            @Nullable String origin,
            @Nullable String connection,
            boolean headAlone) {}

    OverloadRefusal(Answers answers, Origins origins, JsonMapper json, MeterRegistry meters) {
        this.answers = answers;
        this.origins = origins;
        this.json = json;
        this.refused = Counter.builder("seckill.overload.refused")
                .description("Calls refused since the node had as many in hand as it may")
                .register(meters);
    }

    @Override
    public byte @Nullable [] of(Request request) {
        if (!request.requestURI().startsWithIgnoreCase(SALES, 0)
                || request.requestURI().startsWithIgnoreCase(PAYMENTS, 0)
                || request.method().equals("OPTIONS")) {
            return null;
        }
        refused.increment();
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return spelt.computeIfAbsent(
                new Reader(
                        Languages.of(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE)),
                        origins.isAllowed(origin) ? origin : null,
                        connection(request),
                        request.method().equals("HEAD")),
                this::spell);
    }

    @Override
    public boolean isMeant(ByteBuffer call) {
        int path = stands(call, 0, "GET ") ? 4 : stands(call, 0, "POST ") ? 5 : -1;
        return path > 0 && stands(call, path, SALES) && !stands(call, path, PAYMENTS);
    }

    /** Whether this is what stands there; as a path is compared above, capitals or not. */
    private static boolean stands(ByteBuffer call, int at, String wanted) {
        if (call.remaining() < at + wanted.length()) {
            return false;
        }
        for (int i = 0; i < wanted.length(); i++) {
            char there = (char) call.get(call.position() + at + i);
            if (Character.toLowerCase(there) != Character.toLowerCase(wanted.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public byte[] last() {
        refused.increment();
        return spelt.computeIfAbsent(new Reader(Languages.of(null), null, CLOSE, false), this::spell);
    }

    /** What is said of a connection that does not stay as the version of HTTP has it; {@code null} of any other. */
    private static @Nullable String connection(Request request) {
        String asked = request.getHeader(HttpHeaders.CONNECTION);
        String wish = asked == null ? "" : asked.toLowerCase(Locale.ROOT);
        if (wish.contains(CLOSE)) {
            return CLOSE;
        }
        return request.protocol().equals("HTTP/1.0") ? wish.contains(KEEP_ALIVE) ? KEEP_ALIVE : CLOSE : null;
    }

    private byte[] spell(Reader reader) {
        ResponseEntity<Result<?>> answer = answers.refusal(
                SeckillException.busy("as many calls in hand as seckill.overload.max-calls allows", null),
                reader.locale);
        byte[] body = json.writeValueAsBytes(answer.getBody());
        HttpHeaders headers = new HttpHeaders(answer.getHeaders());
        headers.setContentType(MediaType.APPLICATION_JSON);
        headers.setContentLength(body.length);
        headers.setCacheControl("no-store");
        StrictHeaders.all().forEach(headers::set);
        origins.allow(reader.origin, headers::add);
        if (reader.connection != null) {
            headers.set(HttpHeaders.CONNECTION, reader.connection);
        }
        StringBuilder head = new StringBuilder("HTTP/1.1 503 Service Unavailable\r\n");
        headers.forEach((name, values) -> values.forEach(
                value -> head.append(name).append(": ").append(value).append("\r\n")));
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        if (!reader.headAlone) {
            whole.writeBytes(body);
        }
        return whole.toByteArray();
    }
}
