package io.seckill.api.order;

import io.seckill.api.identity.UserId;
import io.seckill.api.token.ShownToken;
import io.seckill.api.web.AnswerWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.LocaleResolver;

/**
 * The short way to {@link OrderController#place}: the very method that Spring MVC would call, with the same arguments,
 * the same limits and the same answer, without the search for a handler, converters and view that costs a fifth of an
 * order's processor time. Everything but {@code POST /seckill/order} goes on to Spring MVC. What is thrown here the
 * outermost filter answers, as it does for the filters before this one.
 */
final class OrderDoor extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String PATH = "/seckill/order";

    private final transient OrderController orders;
    private final transient LocaleResolver languages;
    private final transient AnswerWriter writer;

    OrderDoor(OrderController orders, LocaleResolver languages, AnswerWriter writer) {
        this.orders = orders;
        this.languages = languages;
        this.writer = writer;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!isOrder(request)) {
            chain.doFilter(request, response);
            return;
        }
        // Spring MVC would have told the meters which call it is.
        ServerHttpObservationFilter.findObservationContext(request).ifPresent(context -> context.setPathPattern(PATH));
        Locale locale = languages.resolveLocale(request);
        UserId user = UserId.proved(request);
        writer.write(orders.place(user, OrderQuery.read(request), ShownToken.read(request), locale), response);
    }

    /** In the one spelling that the controller is mapped to. */
    private static boolean isOrder(HttpServletRequest request) {
        String path = request.getRequestURI();
        String context = request.getContextPath();
        return request.getMethod().equals("POST")
                && path.length() == context.length() + PATH.length()
                && path.endsWith(PATH)
                && path.startsWith(context);
    }
}
