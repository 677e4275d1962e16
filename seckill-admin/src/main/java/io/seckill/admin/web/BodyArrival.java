package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.service.http.BodyReading;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;

/**
 * The outermost filter: lets the body of a request arrive before anybody works on it, all of it within ten seconds and
 * without a thread that waits. Otherwise a few hundred clients that send a byte now and then would hold every thread
 * there is, and the operator would be locked out.
 */
final class BodyArrival implements Filter {

    /** The largest thing that is sent here is a form of a dozen fields. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The request attribute by which the second pass finds the body. */
    private static final String ARRIVED = BodyArrival.class.getName();

    private final RefusalWriter refusals;

    BodyArrival(RefusalWriter refusals) {
        this.refusals = refusals;
    }

    @Override
    public void doFilter(ServletRequest plain, ServletResponse answer, FilterChain chain)
            throws ServletException, IOException {
        HttpServletRequest request = (HttpServletRequest) plain;
        HttpServletResponse response = (HttpServletResponse) answer;
        boolean again = request.getDispatcherType() == DispatcherType.ASYNC;
        if (again && request.getAttribute(ARRIVED) instanceof byte[] body) {
            // Once: a later dispatch is one of the controller's.
            request.removeAttribute(ARRIVED);
            chain.doFilter(new ArrivedRequest(request, body), response);
        } else if (again || !hasBody(request)) {
            chain.doFilter(request, response);
        } else if (request.getContentLengthLong() > MOST_BYTES) {
            refuse(ErrorCode.PAYLOAD_TOO_LARGE, request, response);
        } else {
            BodyReading.begin(
                    request, response, MOST_BYTES, PATIENCE, (outcome, body) -> goOn(outcome, body, request, response));
        }
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    private void goOn(
            BodyReading.Outcome outcome, byte[] body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (outcome == BodyReading.Outcome.WHOLE) {
            request.setAttribute(ARRIVED, body);
            request.getAsyncContext().dispatch();
            return;
        }
        if (outcome == BodyReading.Outcome.BROKEN) {
            // The container has taken note of it, and asks for the page that says so.
            request.getAsyncContext().complete();
            return;
        }
        boolean large = outcome == BodyReading.Outcome.TOO_LARGE;
        refuse(large ? ErrorCode.PAYLOAD_TOO_LARGE : ErrorCode.INVALID_ARGUMENT, request, response);
        request.getAsyncContext().complete();
    }

    /** The rest of it is not waited for. */
    private void refuse(ErrorCode code, HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.CONNECTION, "close");
        refusals.write(code, request, response);
    }
}
