package io.seckill.admin.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is around every page: who looks, and how they want it to look. The layout reads it, and pages ask it whether to
 * show what only an operator may press.
 *
 * @param theme {@code light} or {@code dark} if somebody chose, else {@code null}: as the browser prefers
 * @param operator who is signed in; {@code null} on the page to sign in at
 * @param mayChange whether they may change anything
 * @param asked the query of the page as it is shown, each parameter once
 */
record Shell(@Nullable String theme, @Nullable String operator, boolean mayChange, Map<String, String> asked) {

    static final String ATTRIBUTE = "shell";

    static Shell of(HttpServletRequest request, Map<String, String[]> parameters, @Nullable String theme) {
        Principal user = request.getUserPrincipal();
        Map<String, String> asked = new LinkedHashMap<>();
        if (request.getMethod().equals("GET")) {
            parameters.forEach((name, values) -> asked.put(name, values[0]));
        }
        return new Shell(
                theme, user == null ? null : user.getName(), request.isUserInRole("OPERATOR"), Map.copyOf(asked));
    }

    /**
     * The same page with one more wish.
     *
     * @param name of the parameter
     * @param value of the parameter
     * @return a query, to be followed from the page as it is shown
     */
    public String with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(asked);
        all.remove("lang");
        all.remove("theme");
        all.put(name, value);
        return all.entrySet().stream()
                .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
