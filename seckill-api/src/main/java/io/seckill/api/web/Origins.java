package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * What browsers are told about pages of other sites, and what is refused that a browser sends for one. Only origins on
 * the list may read answers; and a page of another site may not make a browser place an order either, however the
 * browser's user is known to a gateway in front of us.
 */
final class Origins {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Set<String> allowed;

    Origins(CorsProperties settings) {
        this.allowed = Set.copyOf(settings.allowedOrigins());
    }

    /**
     * Looks at where a request comes from.
     *
     * @param request the request
     * @param response gets the headers that let the page read it
     * @return whether this was only a browser's question if it may ask, which is answered by the headers
     * @throws SeckillException FORBIDDEN if it comes from a page that may not make it
     */
    boolean answersPreflight(HttpServletRequest request, HttpServletResponse response) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        allow(origin, response::addHeader);
        boolean preflight = origin != null
                && request.getMethod().equals(HttpMethod.OPTIONS.name())
                && request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) != null;
        if (!isAllowed(origin)) {
            if (preflight || isCrossSiteChange(request, origin)) {
                throw new SeckillException(
                        ErrorCode.FORBIDDEN, "another site's page", Map.of("reason", "origin"), null, null);
            }
            return false;
        }
        if (preflight) {
            response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, "GET, POST");
            response.setHeader(
                    HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS,
                    "Authorization, Accept-Language, X-Seckill-Token, X-Seckill-Challenge");
            response.setHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, "3600");
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
        return preflight;
    }

    boolean isAllowed(@Nullable String origin) {
        return origin != null && allowed.contains(origin);
    }

    /** Adds the headers that let a page read an answer, if it may. */
    void allow(@Nullable String origin, BiConsumer<String, String> headers) {
        if (!allowed.isEmpty()) {
            headers.accept(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        }
        if (origin != null && isAllowed(origin)) {
            headers.accept(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.accept(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, HttpHeaders.RETRY_AFTER);
        }
    }

    /**
     * Browsers say whose page it is that makes them send a change; the older ones name its origin. Whoever says neither is
     * a program, which needs no browser to send whatever it likes. A page that keeps its address to itself has the origin
     * {@code null}, also on this very site, so what is said of the site counts for more.
     */
    private static boolean isCrossSiteChange(HttpServletRequest request, @Nullable String origin) {
        if (READING.contains(request.getMethod())) {
            return false;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OWN_SITES.contains(site);
        }
        return origin != null && !isOwn(origin, request.getHeader(HttpHeaders.HOST));
    }

    /** Whatever speaks TLS in front of us: the scheme is not ours to know, host and port are. */
    private static boolean isOwn(String origin, @Nullable String host) {
        int slashes = origin.indexOf("://");
        return slashes > 0 && host != null && origin.substring(slashes + 3).equalsIgnoreCase(host);
    }
}
