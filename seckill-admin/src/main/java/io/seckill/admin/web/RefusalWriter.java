package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/** Writes the envelope where no controller is in play: in filters. */
@Component
public class RefusalWriter {

    private static final String API = "/admin/api/";

    private final Texts texts;
    private final LocaleResolver locales;
    private final JsonMapper json;

    RefusalWriter(Texts texts, LocaleResolver locales, JsonMapper json) {
        this.texts = texts;
        this.locales = locales;
        this.json = json;
    }

    /**
     * Whether it is a program that asks.
     *
     * @param path the path of a request
     * @return true below {@code /admin/api/}
     */
    public static boolean isApi(String path) {
        return path.startsWith(API);
    }

    /**
     * Answers with nothing but a code and its text.
     *
     * @param code the code, which also gives the status
     * @param request the request, for its language
     * @param response the answer
     * @throws IOException if the client is gone
     */
    public void write(ErrorCode code, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Result<?> body = Result.of(code, texts.of(code, locales.resolveLocale(request)), null);
        response.setStatus(code.httpStatus());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
    }
}
