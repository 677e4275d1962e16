package io.seckill.admin.web;

import io.seckill.common.CanonicalId;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what a list is asked for: filters and pages, each at most once. */
public final class Query {

    private static final int LONGEST = 64;
    private static final int USUAL_PAGE = 50;
    private static final int LARGEST_PAGE = 100;

    private final Map<String, String[]> parameters;

    private Query(Map<String, String[]> parameters) {
        this.parameters = parameters;
    }

    /**
     * What a request asks for.
     *
     * @param request the request
     * @return its parameters
     */
    public static Query of(HttpServletRequest request) {
        return new Query(request.getParameterMap());
    }

    /**
     * A filter of free text.
     *
     * @param field the parameter
     * @return its value of 1 to 64 characters, or {@code null} if it is not there or empty
     * @throws SeckillException INVALID_ARGUMENT if it is repeated or longer
     */
    public @Nullable String text(String field) {
        String[] values = parameters.get(field);
        if (values == null) {
            return null;
        }
        if (values.length > 1) {
            throw SeckillException.invalid(field, "repeated");
        }
        if (values[0].length() > LONGEST) {
            throw SeckillException.invalid(field, "other");
        }
        return values[0].isEmpty() ? null : values[0];
    }

    /**
     * A filter by id.
     *
     * @param field the parameter
     * @return the id, or {@code null} if it is not there
     * @throws SeckillException INVALID_ARGUMENT if it is repeated or no id
     */
    public @Nullable Long id(String field) {
        String text = text(field);
        if (text == null) {
            return null;
        }
        OptionalLong id = CanonicalId.parse(text);
        if (id.isEmpty()) {
            throw SeckillException.invalid(field, "id");
        }
        return id.getAsLong();
    }

    /**
     * A filter by one of several names.
     *
     * @param field the parameter
     * @param choices what it may be
     * @param <E> the names
     * @return which, or {@code null} if it is not there
     * @throws SeckillException INVALID_ARGUMENT if it is repeated or another
     */
    public <E extends Enum<E>> @Nullable E choice(String field, E[] choices) {
        String text = text(field);
        if (text == null) {
            return null;
        }
        Optional<E> chosen =
                Stream.of(choices).filter(choice -> choice.name().equals(text)).findFirst();
        return chosen.orElseThrow(() -> SeckillException.invalid(field, "choice"));
    }

    /**
     * Where a page begins.
     *
     * @return only what has a lower number; {@link Long#MAX_VALUE} for the newest
     * @throws SeckillException INVALID_ARGUMENT if {@code before} is repeated or no number
     */
    public long before() {
        Long before = id("before");
        return before == null ? Long.MAX_VALUE : before;
    }

    /**
     * How long a page is.
     *
     * @return 1 to 100, 50 if {@code limit} does not say
     * @throws SeckillException INVALID_ARGUMENT if it is anything else
     */
    public int limit() {
        Long limit = id("limit");
        if (limit == null) {
            return USUAL_PAGE;
        }
        if (limit > LARGEST_PAGE) {
            throw SeckillException.invalid("limit", "page-range");
        }
        return limit.intValue();
    }
}
