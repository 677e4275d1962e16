package io.seckill.api.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Hands a controller the parameters of its call as one checked record. Arguments are resolved before the method is
 * entered, so a malformed call costs its sender nothing of the rate limit.
 *
 * @param <T> the record
 */
public final class QueryResolver<T> implements HandlerMethodArgumentResolver {

    private final Class<T> type;
    private final Function<HttpServletRequest, T> reader;

    /**
     * @param type the record
     * @param reader reads it, or throws
     */
    public QueryResolver(Class<T> type, Function<HttpServletRequest, T> reader) {
        this.type = type;
        this.reader = reader;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == type;
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return reader.apply(Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)));
    }
}
