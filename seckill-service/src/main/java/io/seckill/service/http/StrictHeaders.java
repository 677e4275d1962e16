package io.seckill.service.http;

import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an answer that is no page tells browsers: to make nothing of it but what it says. */
public final class StrictHeaders {

    private static final Map<String, String> ALL = new LinkedHashMap<>();

    static {
        ALL.put("X-Content-Type-Options", "nosniff");
        ALL.put("X-Frame-Options", "DENY");
        ALL.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        ALL.put("Referrer-Policy", "no-referrer");
        ALL.put("Cross-Origin-Resource-Policy", "same-origin");
    }

    private StrictHeaders() {}

    /**
     * Adds them.
     *
     * @param response an answer of which nothing has been sent
     */
    public static void add(HttpServletResponse response) {
        ALL.forEach(response::setHeader);
    }

    /** {@return their values by their names} */
    public static Map<String, String> all() {
        return Map.copyOf(ALL);
    }
}
