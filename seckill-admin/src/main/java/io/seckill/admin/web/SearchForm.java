package io.seckill.admin.web;

import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.ui.Model;

/**
 * A search form as somebody filled it in. What cannot be read stands at its field again with the reason, instead of ending
 * on a page without the form; nothing is searched for then.
 */
public final class SearchForm {

    /** The key of what is wrong with the page of the list, which is no field of the form. */
    private static final String PAGE = "page";

    private static final int LONGEST_SHOWN = 100;

    private final Query query;
    private final Map<String, String> typed = new LinkedHashMap<>();
    private final Map<String, SeckillException> wrong = new LinkedHashMap<>();

    private SearchForm(HttpServletRequest request) {
        query = Query.of(request);
        request.getParameterMap().forEach((field, values) -> typed.put(field, shortened(values[0])));
    }

    /**
     * What a request searches for.
     *
     * @param request the request
     * @return the form
     */
    public static SearchForm of(HttpServletRequest request) {
        return new SearchForm(request);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN);
    }

    /**
     * A field with an id.
     *
     * @param field the field
     * @return the id; {@code null} if it is empty or wrong
     */
    public @Nullable Long id(String field) {
        return read(field, () -> query.id(field));
    }

    /**
     * A field with free text.
     *
     * @param field the field
     * @return the text; {@code null} if it is empty or wrong
     */
    public @Nullable String text(String field) {
        return read(field, () -> query.text(field));
    }

    /**
     * A field with one of several names.
     *
     * @param field the field
     * @param choices what it may be
     * @param <E> the names
     * @return which; {@code null} if it is empty or wrong
     */
    public <E extends Enum<E>> @Nullable E choice(String field, E[] choices) {
        return read(field, () -> query.choice(field, choices));
    }

    /** {@return only what has a lower number belongs to the page} */
    public long before() {
        Long before = read(PAGE, query::before);
        return before == null ? Long.MAX_VALUE : before;
    }

    /** {@return how long the page is} */
    public int limit() {
        Integer limit = read(PAGE, query::limit);
        return limit == null ? 1 : limit;
    }

    private <T> @Nullable T read(String field, Supplier<@Nullable T> reading) {
        try {
            return reading.get();
        } catch (SeckillException refusal) {
            wrong.put(field, refusal);
            return null;
        }
    }

    /**
     * Searches, unless something is wrong.
     *
     * @param search finds
     * @param <T> what
     * @return what was found
     */
    public <T> List<T> find(Supplier<List<T>> search) {
        return wrong.isEmpty() ? search.get() : List.of();
    }

    /**
     * Puts the form back onto its page.
     *
     * @param model the page's
     * @param texts the words
     * @param locale the reader's
     * @param response gets the status of a bad request if something is wrong
     */
    public void show(Model model, Texts texts, Locale locale, HttpServletResponse response) {
        Map<String, String> reasons = new LinkedHashMap<>();
        wrong.forEach((field, refusal) -> reasons.put(
                field, field.equals(PAGE) ? texts.text("search.page", locale) : texts.reason(refusal, locale)));
        model.addAttribute("typed", typed);
        model.addAttribute("wrong", reasons);
        if (!wrong.isEmpty()) {
            response.setStatus(HttpStatus.BAD_REQUEST.value());
        }
    }
}
