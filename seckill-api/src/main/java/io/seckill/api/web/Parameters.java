package io.seckill.api.web;

import io.seckill.common.CanonicalId;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a call, read in the one way there is: each known, each given once, each number in canonical
 * decimals. Spring's own conversion would take {@code 0x10}, full-width digits and {@code "1 2"} for numbers, and join
 * what was given twice.
 */
public final class Parameters {

    private static final String PERMITTED = Parameters.class.getName() + ".permitted";
    private static final Pattern PRINTABLE_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private final Map<String, String[]> values;

    private Parameters(Map<String, String[]> values) {
        this.values = values;
    }

    /**
     * Reads the parameters of a request whose body was found empty before.
     *
     * @param request the request
     * @param known the names that the call knows
     * @return its parameters
     * @throws SeckillException {@link ErrorCode#INVALID_ARGUMENT} if there are others, any is given twice, or the
     *     container finds them too many or cannot decode them
     */
    public static Parameters of(HttpServletRequest request, String... known) {
        Map<String, String[]> values = read(request);
        Set<String> names = new HashSet<>(Arrays.asList(known));
        if (request.getAttribute(PERMITTED) instanceof String permitted) {
            names.add(permitted);
        }
        values.forEach((name, given) -> {
            if (!names.contains(name)) {
                throw SeckillException.invalid(printable(name), "unknown");
            }
            requireOne(name, given);
        });
        return new Parameters(values);
    }

    /**
     * Lets every call that serves this request know one more parameter, and reads it.
     *
     * @param request the request
     * @param name the parameter's name
     * @return its value, or {@code null}
     * @throws SeckillException {@link ErrorCode#INVALID_ARGUMENT} if it is given twice
     */
    public static @Nullable String permit(HttpServletRequest request, String name) {
        request.setAttribute(PERMITTED, name);
        String[] given = read(request).get(name);
        if (given == null) {
            return null;
        }
        requireOne(name, given);
        return given[0];
    }

    /**
     * An id that must be there.
     *
     * @param name the parameter's name
     * @return the id, positive
     * @throws SeckillException {@link ErrorCode#INVALID_ARGUMENT}
     */
    public long id(String name) {
        String text = text(name);
        if (text == null) {
            throw SeckillException.invalid(name, "missing");
        }
        return canonicalId(name, text);
    }

    /**
     * An id that may be left out.
     *
     * @param name the parameter's name
     * @return the id, positive, or {@code null}
     * @throws SeckillException {@link ErrorCode#INVALID_ARGUMENT}
     */
    public @Nullable Long optionalId(String name) {
        String text = text(name);
        return text == null ? null : Long.valueOf(canonicalId(name, text));
    }

    /**
     * A number that may be left out.
     *
     * @param name the parameter's name
     * @param min the least it may be, 0 or more
     * @param max the most it may be
     * @param otherwise its value where it is left out
     * @return the number
     * @throws SeckillException {@link ErrorCode#INVALID_ARGUMENT} with the range
     */
    public int number(String name, int min, int max, int otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        long value = text.equals("0") ? 0 : CanonicalId.parse(text).orElse(-1);
        if (value < min || value > max) {
            throw outOfRange(name, min, max);
        }
        return (int) value;
    }

    /**
     * The refusal of a number that is no integer or out of its range.
     *
     * @param name the parameter's name
     * @param min the least it may be
     * @param max the most it may be
     * @return {@link ErrorCode#INVALID_ARGUMENT}, reason {@code out_of_range}
     */
    public static SeckillException outOfRange(String name, int min, int max) {
        Map<String, Object> details = Map.of("field", name, "reason", "out_of_range", "min", min, "max", max);
        return new SeckillException(ErrorCode.INVALID_ARGUMENT, name + ": out of range", details, null, null);
    }

    static long canonicalId(String name, @Nullable String text) {
        OptionalLong id = CanonicalId.parse(text);
        return id.orElseThrow(() -> SeckillException.invalid(name, "not_an_id"));
    }

    private @Nullable String text(String name) {
        String[] given = values.get(name);
        return given == null ? null : given[0];
    }

    private static Map<String, String[]> read(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (IllegalStateException e) {
            // Tomcat's way to say: too many of them, or an escape that cannot be decoded.
            throw SeckillException.invalid("query", countAmpersands(request) >= 20 ? "too_many" : "unreadable");
        }
    }

    private static void requireOne(String name, String[] given) {
        if (given.length != 1) {
            throw SeckillException.invalid(name, "repeated");
        }
    }

    /** A name that a client made up is repeated to it only if it is harmless wherever it may be shown. */
    private static String printable(String name) {
        return PRINTABLE_NAME.matcher(name).matches() ? name : "?";
    }

    private static long countAmpersands(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? 0 : query.chars().filter(c -> c == '&').count();
    }
}
