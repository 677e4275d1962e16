package io.seckill.api.web;

import io.seckill.common.Result;
import io.seckill.service.http.BareErrorValve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/** What Tomcat refuses before it knows an application to ask is answered in the envelope too. */
final class EnvelopeErrorValve extends BareErrorValve {

    private final Failures failures;
    private final LocaleResolver languages;
    private final JsonMapper json;

    EnvelopeErrorValve(Failures failures, LocaleResolver languages, JsonMapper json) {
        this.failures = failures;
        this.languages = languages;
        this.json = json;
    }

    @Override
    protected String text(Request request, Response response) {
        ResponseEntity<Result<?>> answer =
                failures.answer(HttpStatusCode.valueOf(response.getStatus()), languages.resolveLocale(request));
        // A version or an encoding that nobody knows is no fault of ours, whatever Tomcat calls it.
        response.setStatus(answer.getStatusCode().value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        return json.writeValueAsString(answer.getBody());
    }
}
