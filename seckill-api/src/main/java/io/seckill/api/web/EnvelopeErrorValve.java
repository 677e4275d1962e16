package io.seckill.api.web;

import io.seckill.common.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/** Answers what Tomcat refuses before it knows an application to ask: what is no HTTP, or too large. */
final class EnvelopeErrorValve extends ErrorReportValve {

    private static final int FIRST_ERROR = 400;

    private final Failures failures;
    private final LocaleResolver languages;
    private final JsonMapper json;

    EnvelopeErrorValve(Failures failures, LocaleResolver languages, JsonMapper json) {
        this.failures = failures;
        this.languages = languages;
        this.json = json;
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        int status = response.getStatus();
        if (!isAnybodyThere(response)) {
            return;
        }
        if (status < FIRST_ERROR || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        ResponseEntity<Result<?>> answer =
                failures.answer(HttpStatusCode.valueOf(status), languages.resolveLocale(request));
        try {
            // A version or an encoding that nobody knows is no fault of ours, whatever Tomcat calls it.
            response.setStatus(answer.getStatusCode().value());
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.getReporter().write(json.writeValueAsString(answer.getBody()));
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // Nobody is left to be answered.
        }
    }

    /** A client that hung up is no fault of ours either, although Tomcat calls it one. */
    private static boolean isAnybodyThere(Response response) {
        AtomicBoolean there = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, there);
        return there.get();
    }
}
