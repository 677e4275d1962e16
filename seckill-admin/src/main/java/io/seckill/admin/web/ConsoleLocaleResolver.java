package io.seckill.admin.web;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import org.springframework.web.util.WebUtils;

/**
 * Chinese or English: {@code ?lang=}, which a cookie then remembers, else what the browser prefers, else Chinese.
 */
class ConsoleLocaleResolver implements LocaleResolver, HandlerInterceptor {

    private static final String NAME = "lang";
    private static final List<Locale> SPOKEN = List.of(Locale.SIMPLIFIED_CHINESE, Locale.ENGLISH);

    private final AcceptHeaderLocaleResolver header = new AcceptHeaderLocaleResolver();

    ConsoleLocaleResolver() {
        header.setSupportedLocales(SPOKEN);
        header.setDefaultLocale(SPOKEN.get(0));
    }

    @Override
    public Locale resolveLocale(HttpServletRequest request) {
        return asked(request).or(() -> remembered(request)).orElseGet(() -> header.resolveLocale(request));
    }

    @Override
    public void setLocale(HttpServletRequest request, @Nullable HttpServletResponse response, @Nullable Locale locale) {
        throw new UnsupportedOperationException("the language is chosen by ?lang=");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        asked(request)
                .map(locale -> ResponseCookie.from(NAME, locale.toLanguageTag())
                        .path("/")
                        .httpOnly(true)
                        .sameSite("Lax")
                        .maxAge(Duration.ofDays(365))
                        .build())
                .ifPresent(cookie -> response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString()));
        return true;
    }

    private static Optional<Locale> asked(HttpServletRequest request) {
        try {
            return spoken(request.getParameter(NAME));
        } catch (IllegalStateException unreadable) {
            // Refused already; the page that says so has a language too.
            return Optional.empty();
        }
    }

    private static Optional<Locale> remembered(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, NAME);
        return cookie == null ? Optional.empty() : spoken(cookie.getValue());
    }

    private static Optional<Locale> spoken(@Nullable String tag) {
        return SPOKEN.stream()
                .filter(locale -> locale.toLanguageTag().equals(tag))
                .findFirst();
    }
}
