package io.seckill.service.http;

import jakarta.servlet.http.HttpServletResponse;

/** What an answer that is no page tells browsers: to make nothing of it but what it says. */
public final class StrictHeaders {

    private StrictHeaders() {}

    /**
     * Adds them.
     *
     * @param response an answer of which nothing has been sent
     */
    public static void add(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    }
}
