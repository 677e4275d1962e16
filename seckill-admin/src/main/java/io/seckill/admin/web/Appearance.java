package io.seckill.admin.web;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.WebUtils;

/**
 * Light or dark: {@code ?theme=}, which a cookie then remembers, else as the browser prefers. Decided here and not by a
 * script, so that no page is ever white for a moment. Puts the {@link Shell} beside every page, those of faults included.
 */
final class Appearance implements HandlerInterceptor {

    private static final String NAME = "theme";
    private static final String AS_THE_BROWSER = "auto";
    private static final Set<String> THEMES = Set.of("light", "dark");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Map<String, String[]> parameters = parameters(request);
        String asked = parameters.containsKey(NAME) ? parameters.get(NAME)[0] : null;
        if (asked != null && (asked.equals(AS_THE_BROWSER) || THEMES.contains(asked))) {
            response.addHeader(HttpHeaders.SET_COOKIE, cookie(asked).toString());
        } else {
            Cookie remembered = WebUtils.getCookie(request, NAME);
            asked = remembered == null ? null : remembered.getValue();
        }
        request.setAttribute(Shell.ATTRIBUTE, Shell.of(request, parameters, known(asked)));
        return true;
    }

    private static Map<String, String[]> parameters(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (IllegalStateException unreadable) {
            // Refused already; the page that says so has an appearance too.
            return Map.of();
        }
    }

    private static @Nullable String known(@Nullable String theme) {
        return theme != null && THEMES.contains(theme) ? theme : null;
    }

    private static ResponseCookie cookie(String theme) {
        return ResponseCookie.from(NAME, theme)
                .path("/")
                .httpOnly(true)
                .sameSite("Lax")
                .maxAge(theme.equals(AS_THE_BROWSER) ? Duration.ZERO : Duration.ofDays(365))
                .build();
    }
}
