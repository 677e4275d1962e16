package io.seckill.api.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Gives each request an id: the caller's own, if a proxy or shop sent one, else one made here. Every log line that the
 * request causes carries it as {@code requestId}, and so does the answer.
 */
final class RequestTrail implements Filter {

    static final String HEADER = "X-Request-Id";
    static final String KEY = "requestId";

    private static final String ATTRIBUTE = RequestTrail.class.getName();
    private static final int LONGEST = 64;

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String id = (String) request.getAttribute(ATTRIBUTE);
        if (id == null) {
            id = idOf((HttpServletRequest) request);
            // A request that goes on in another thread is the same one.
            request.setAttribute(ATTRIBUTE, id);
            ((HttpServletResponse) response).setHeader(HEADER, id);
        }
        MDC.put(KEY, id);
        try {
            chain.doFilter(request, response);
        } finally {
            MDC.remove(KEY);
        }
    }

    private static String idOf(HttpServletRequest request) {
        String theirs = request.getHeader(HEADER);
        return isFit(theirs)
                ? theirs
                : Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
    }

    /** Nobody writes lines of their own into our log, or a book. */
    private static boolean isFit(@Nullable String id) {
        if (id == null || id.isEmpty() || id.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (!(c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '-'
                    || c == '_'
                    || c == '.')) {
                return false;
            }
        }
        return true;
    }
}
