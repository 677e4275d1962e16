package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.LocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/**
 * The outermost filter. Refuses what no call takes before anything of it is read: a body, and paths that are spelt in a
 * second way ({@code ;x=1}, {@code %70}). Answers what the filters behind it throw.
 */
final class EdgeFilter extends OncePerRequestFilter {

    /** A body of more than this is called too large rather than of a wrong type. */
    private static final long LARGE_BODY = 4096;

    private final Failures failures;
    private final LocaleResolver languages;
    private final JsonMapper json;
    private final List<BodyPaths> bodyPaths;

    EdgeFilter(Failures failures, LocaleResolver languages, JsonMapper json, List<BodyPaths> bodyPaths) {
        this.bodyPaths = bodyPaths;
        this.failures = failures;
        this.languages = languages;
        this.json = json;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (request.getServletPath().startsWith("/seckill/")) {
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        }
        try {
            refuseOtherSpellings(request);
            refuseBody(request);
            chain.doFilter(request, response);
        } catch (ServletException | RuntimeException e) {
            answer(e, request, response);
        }
    }

    private static void refuseOtherSpellings(HttpServletRequest request) {
        String path = request.getRequestURI();
        if (path.indexOf(';') >= 0 || path.indexOf('%') >= 0) {
            throw SeckillException.invalid("path", "not_plain");
        }
    }

    private void refuseBody(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        for (BodyPaths allowed : bodyPaths) {
            if (allowed.paths().contains(request.getRequestURI()) && length <= allowed.maxBytes()) {
                return;
            }
        }
        boolean chunked = request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
        if (length <= 0 && !chunked) {
            return;
        }
        if (length > LARGE_BODY) {
            throw new SeckillException(ErrorCode.PAYLOAD_TOO_LARGE, "body of " + length + " bytes");
        }
        if (request.getContentType() != null) {
            throw new SeckillException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "body");
        }
        throw SeckillException.invalid("body", "not_wanted");
    }

    private void answer(Exception failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ResponseEntity<Result<?>> answer = failures.answer(failure, languages.resolveLocale(request));
        if (response.isCommitted()) {
            return;
        }
        response.setStatus(answer.getStatusCode().value());
        answer.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(json.writeValueAsBytes(answer.getBody()));
    }
}
