package io.seckill.api.web;

import io.seckill.common.Result;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the envelope for Spring MVC, with its length. Spring's own converter writes as it encodes, so each answer is
 * chunked and leaves in two packets, by two system calls.
 */
final class AnswerConverter implements HttpMessageConverter<Result<?>> {

    private final JsonMapper json;

    AnswerConverter(JsonMapper json) {
        this.json = json;
    }

    @Override
    public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
        return false;
    }

    @Override
    public boolean canWrite(Class<?> type, @Nullable MediaType mediaType) {
        return type == Result.class;
    }

    @Override
    public List<MediaType> getSupportedMediaTypes() {
        return List.of(MediaType.APPLICATION_JSON);
    }

    @Override
    public Result<?> read(Class<? extends Result<?>> type, HttpInputMessage input) {
        throw new UnsupportedOperationException("answers are only written");
    }

    @Override
    public void write(Result<?> answer, @Nullable MediaType mediaType, HttpOutputMessage output) throws IOException {
        byte[] body = json.writeValueAsBytes(answer);
        output.getHeaders().setContentType(MediaType.APPLICATION_JSON);
        output.getHeaders().setContentLength(body.length);
        output.getBody().write(body);
    }
}
