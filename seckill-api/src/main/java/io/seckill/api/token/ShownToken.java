package io.seckill.api.token;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * What a request shows as its purchase token. A controller takes it as an argument.
 *
 * @param text the header's text, or {@code null} where there is none; nothing is known of it yet
 */
public record ShownToken(@Nullable String text) {

    static final String HEADER = "X-Seckill-Token";

    /**
     * Reads the header. One that is there twice is no token: it is as good as a wrong one.
     *
     * @param request the request
     * @return what it shows
     */
    public static ShownToken read(HttpServletRequest request) {
        Enumeration<String> values = request.getHeaders(HEADER);
        if (!values.hasMoreElements()) {
            return new ShownToken(null);
        }
        String text = values.nextElement();
        return new ShownToken(values.hasMoreElements() ? "" : text);
    }

    /** Without the text: records end up in logs. */
    @Override
    public String toString() {
        return text == null ? "ShownToken[none]" : "ShownToken[...]";
    }
}
