package io.seckill.admin.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A form that was sent and not taken, since the session in which it was filled in had ended. It is never sent again by
 * itself: the operator finds it as it was and presses once more. Only forms of this console's own pages are kept, so that
 * no other site can lay one in the way of somebody who signs in.
 *
 * @param path where it was sent
 * @param fields what was in it, as far as the page can show it again
 */
public record KeptForm(String path, Map<String, String> fields) {

    /** The request attribute and the session's, under which it waits for its page. */
    static final String ATTRIBUTE = "kept";

    /** As much as the largest of our forms may hold, and no more than a hidden field can carry. */
    private static final int LONGEST = 4_096;

    private static final String CREATE = "/activities";
    private static final String ID = "[1-9][0-9]{0,18}";
    private static final Pattern OF_ACTIVITY =
            Pattern.compile("/activities/(" + ID + ")/(edit|stock|warm-up|close|rebuild|delete)");
    private static final Pattern RUN = Pattern.compile("(/reconciliation/" + ID + ")/run");
    private static final Pattern LETTERS = Pattern.compile("(/dead-letters)/(replay|void)");

    /** What belongs to the session that has ended, and what only a press says. */
    private static final Set<String> NOT_KEPT = Set.of("_csrf", "confirmed", "lang", "theme");

    public KeptForm {
        fields = Map.copyOf(fields);
    }

    /**
     * The form that a request carries.
     *
     * @param request a change that was refused
     * @return what can be kept of it; empty if it does not come from one of our pages
     */
    public static Optional<KeptForm> sentBy(HttpServletRequest request) {
        if (!HttpMethod.POST.matches(request.getMethod()) || !isFromHere(request)) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        if (showsFields(request.getRequestURI())) {
            request.getParameterMap().forEach((name, values) -> {
                if (!NOT_KEPT.contains(name)) {
                    fields.put(name, values[0]);
                }
            });
        }
        return checked(new KeptForm(request.getRequestURI(), fields));
    }

    /**
     * The form that the sign-in page carried along.
     *
     * @param text what {@link #text()} made, or whatever came in its place
     * @return the form; empty if it is none of ours
     */
    public static Optional<KeptForm> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String[] parts = text.split("\\?", 2);
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            for (String field : parts.length < 2 || parts[1].isEmpty() ? new String[0] : parts[1].split("&")) {
                String[] pair = field.split("=", 2);
                fields.put(decoded(pair[0]), pair.length < 2 ? "" : decoded(pair[1]));
            }
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        return checked(new KeptForm(parts[0], fields));
    }

    /** {@return the whole of it in one line} */
    public String text() {
        return fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .sorted()
                .collect(Collectors.joining("&", path + "?", ""));
    }

    /** {@return the page on which the operator finds it again} */
    public String page() {
        if (path.equals(CREATE)) {
            return "/activities/new";
        }
        Matcher activity = OF_ACTIVITY.matcher(path);
        if (activity.matches()) {
            return activity.group(2).equals("stock") ? "/activities/" + activity.group(1) : path;
        }
        return path.startsWith("/reconciliation/") ? firstGroup(RUN) : firstGroup(LETTERS);
    }

    private String firstGroup(Pattern pattern) {
        Matcher found = pattern.matcher(path);
        return found.matches() ? found.group(1) : CREATE;
    }

    /**
     * Leaves it for its page, which takes it once.
     *
     * @param request of whoever is signed in
     */
    public void leave(HttpServletRequest request) {
        request.getSession().setAttribute(ATTRIBUTE, text());
    }

    private static Optional<KeptForm> checked(KeptForm form) {
        boolean ours = form.path.equals(CREATE)
                || Pattern.matches(OF_ACTIVITY.pattern() + "|" + RUN.pattern() + "|" + LETTERS.pattern(), form.path);
        return ours && form.text().length() <= LONGEST ? Optional.of(form) : Optional.empty();
    }

    private static boolean showsFields(String path) {
        return path.equals(CREATE) || path.endsWith("/edit") || path.endsWith("/stock");
    }

    /** By what the browser says of itself; one that says nothing has its form kept by nobody. */
    private static boolean isFromHere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return site.equals("same-origin");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        try {
            return origin != null
                    && URI.create(origin).getAuthority() != null
                    && URI.create(origin).getAuthority().equals(request.getHeader(HttpHeaders.HOST));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
