package io.seckill.api.web;

import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.http.BodyReading;
import io.seckill.service.http.StrictHeaders;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.LocaleResolver;

/**
 * The outermost filter. Refuses what no call takes: a body, paths that are spelt in a second way ({@code ;x=1},
 * {@code %70}), and changes that another site's page asks for. Answers what the filters behind it throw.
 */
final class EdgeFilter extends OncePerRequestFilter {

    /** A body that is wanted has so long to arrive. */
    private static final Duration BODY_TIME = Duration.ofSeconds(10);

    /**
     * One that is not wanted is read and dropped for a moment, since a client that is still sending may not see an
     * answer on a connection that is closed.
     */
    private static final Duration UNWANTED_TIME = Duration.ofSeconds(1);

    private static final int UNWANTED_BYTES = 64 * 1024;

    private final Failures failures;
    private final LocaleResolver languages;
    private final AnswerWriter writer;
    private final Bodies bodies;
    private final Origins origins;

    EdgeFilter(Failures failures, LocaleResolver languages, AnswerWriter writer, Bodies bodies, Origins origins) {
        this.failures = failures;
        this.languages = languages;
        this.writer = writer;
        this.bodies = bodies;
        this.origins = origins;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        forbidBrowsersToGuess(request, response);
        try {
            // First, so that a page that may read answers can read a refusal too.
            boolean answered = origins.answersPreflight(request, response);
            refuseOtherSpellings(request);
            if (answered) {
                return;
            }
            if (Bodies.hasBody(request)) {
                takeBody(request, response);
            } else {
                chain.doFilter(request, response);
            }
        } catch (ServletException | RuntimeException e) {
            answer(e, request, response);
        }
    }

    private static void forbidBrowsersToGuess(HttpServletRequest request, HttpServletResponse response) {
        StrictHeaders.add(response);
        if (request.getServletPath().startsWith("/seckill/")) {
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        }
    }

    private static void refuseOtherSpellings(HttpServletRequest request) {
        String path = request.getRequestURI();
        if (path.indexOf(';') >= 0 || path.indexOf('%') >= 0) {
            throw SeckillException.invalid("path", "not_plain");
        }
    }

    private void takeBody(HttpServletRequest request, HttpServletResponse response) throws IOException {
        SeckillException refusal = bodies.refusal(request);
        boolean wanted = refusal == null;
        BodyReading.begin(
                request,
                response,
                wanted ? bodies.most(request) : UNWANTED_BYTES,
                wanted ? BODY_TIME : UNWANTED_TIME,
                (outcome, body) -> goOn(outcome, body, refusal, request, response));
    }

    private void goOn(
            BodyReading.Outcome outcome,
            byte[] body,
            @Nullable SeckillException refusal,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (outcome == BodyReading.Outcome.BROKEN) {
            // The container has taken note of it, and answers if there is anybody left.
            request.getAsyncContext().complete();
            return;
        }
        if (refusal == null && outcome == BodyReading.Outcome.WHOLE) {
            RequestBody.keep(request, body);
            request.getAsyncContext().dispatch();
            return;
        }
        if (outcome != BodyReading.Outcome.WHOLE) {
            // The rest of it is not waited for.
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        SeckillException told = refusal != null
                ? refusal
                : outcome == BodyReading.Outcome.TOO_LARGE
                        ? Bodies.tooLarge()
                        : SeckillException.invalid("body", "too_slow");
        answer(told, request, response);
        request.getAsyncContext().complete();
    }

    private void answer(Exception failure, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ResponseEntity<Result<?>> answer = failures.answer(failure, languages.resolveLocale(request));
        writer.write(answer, response);
    }
}
