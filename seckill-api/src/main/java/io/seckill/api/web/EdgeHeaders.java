package io.seckill.api.web;

import jakarta.servlet.http.HttpServletResponse;

/** What every answer tells browsers. */
final class EdgeHeaders {

    private EdgeHeaders() {}

    /** Nothing here is a page with parts; who shows one (the mock payment provider) needs nothing of another's. */
    static void add(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    }
}
