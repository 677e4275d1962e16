package io.seckill.admin.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A browser with cookies that follows no redirect by itself. */
public final class Browser {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final JsonMapper JSON = new JsonMapper();

    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(cookies).build();
    private final String url;

    /** A browser for the console at this address. */
    public Browser(String url) {
        this.url = url;
    }

    public HttpResponse<String> signIn(String username, String password) {
        String page = get("/login").body();
        return form("/login", Map.of("username", username, "password", password), token(page));
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    /** Posts a form with the token of the page of activities. */
    public HttpResponse<String> form(String path, Map<String, String> fields) {
        return form(path, fields, token(get("/activities").body()));
    }

    /** Posts a form with this token, or without any if it is empty. */
    public HttpResponse<String> form(String path, Map<String, String> fields, String token) {
        Map<String, String> all = new HashMap<>(fields);
        if (!token.isEmpty()) {
            all.put("_csrf", token);
        }
        String body = all.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path, "Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends JSON, with a token in the header. */
    public HttpResponse<String> json(String method, String path, String body, String... headers) {
        String token = token(get("/activities").body());
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .header("X-CSRF-TOKEN", token)
                .method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends anything with any method and no token but what the headers carry. */
    public HttpResponse<String> call(String method, String path, String body, String... headers) {
        return send(request(path, headers).method(method, HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends JSON as a program that knows of no token. */
    public HttpResponse<String> jsonWithoutToken(String path, String body) {
        return send(request(path, "Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public String session() {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals("SECKILL_ADMIN_SESSION"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    public static String token(String page) {
        Matcher token = TOKEN.matcher(page);
        Assertions.assertThat(token.find()).as("a token in %s", page).isTrue();
        return token.group(1);
    }

    public static JsonNode read(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
