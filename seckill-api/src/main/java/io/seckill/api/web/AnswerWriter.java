package io.seckill.api.web;

import io.seckill.common.Result;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes an answer outside Spring MVC, whole and with its length, so that it leaves in one packet. */
@Component
public class AnswerWriter {

    private final JsonMapper json;

    AnswerWriter(JsonMapper json) {
        this.json = json;
    }

    /**
     * Writes an answer, unless another has left already.
     *
     * @param answer what to say
     * @param response where
     * @throws IOException if the client is gone
     */
    public void write(ResponseEntity<Result<?>> answer, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        byte[] body = json.writeValueAsBytes(answer.getBody());
        response.setStatus(answer.getStatusCode().value());
        answer.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
