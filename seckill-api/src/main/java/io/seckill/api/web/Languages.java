package io.seckill.api.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.LocaleResolver;

/**
 * Chinese, unless English is preferred to it. Spring's own resolver takes whatever it cannot read for the language of the
 * machine.
 */
final class Languages implements LocaleResolver {

    /** No reader speaks more; the time to read a header grows with the square of its length. */
    private static final int LONGEST = 256;

    @Override
    public Locale resolveLocale(HttpServletRequest request) {
        return of(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
    }

    /** {@return the language that an Accept-Language header, if there is one, asks for} */
    static Locale of(@Nullable String header) {
        for (LanguageRange range : ranges(header)) {
            String language = range.getRange().split("-", 2)[0];
            if (range.getWeight() > 0 && language.equals("en")) {
                return Locale.ENGLISH;
            }
            if (range.getWeight() > 0 && language.equals("zh")) {
                break;
            }
        }
        return Locale.SIMPLIFIED_CHINESE;
    }

    /** The most wanted first. */
    private static List<LanguageRange> ranges(@Nullable String header) {
        if (header == null || header.isBlank() || header.length() > LONGEST) {
            return List.of();
        }
        try {
            return LanguageRange.parse(header);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    @Override
    public void setLocale(HttpServletRequest request, @Nullable HttpServletResponse response, @Nullable Locale locale) {
        throw new UnsupportedOperationException("the language is what the request says");
    }
}
