package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Every door through which something can be changed, from the mappings themselves: a new one without its place in the
 * table fails here.
 */
class EveryDoorTest {

    static final List<Change> CHANGES = Change.ALL;

    private static Console console;
    private static Browser operator;
    private static Browser viewer;

    @BeforeAll
    static void start() {
        console = Console.start(Map.of("seckill.reconcile.confirm-after", "50ms"));
        operator = console.operator();
        viewer = console.viewer();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void the_table_has_every_door() {
        Set<String> mapped = new TreeSet<>();
        console.context()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((info, handler) -> {
                    Set<RequestMethod> methods = info.getMethodsCondition().getMethods();
                    for (String path : info.getPatternValues()) {
                        if (methods.isEmpty()) {
                            mapped.add("ANY " + path);
                        }
                        methods.stream()
                                .filter(method -> method != RequestMethod.GET && method != RequestMethod.HEAD)
                                .forEach(method -> mapped.add(method + " " + path));
                    }
                });

        // The error page answers whatever failed, by whatever method, and changes nothing.
        assertThat(mapped.remove("ANY /error")).isTrue();
        assertThat(mapped)
                .isEqualTo(new TreeSet<>(CHANGES.stream().map(Change::name).toList()));
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void a_change_by_the_operator_is_done_and_on_record_under_their_name(Change change) {
        String path = change.prepare(console);
        long last = lastRow();

        HttpResponse<String> answer = change.send(operator, path, "X-CSRF-TOKEN", token(operator));

        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 302);
        List<Map<String, Object>> rows =
                console.mysql().queryForList("SELECT * FROM seckill_audit_log WHERE id > ? ORDER BY id", last);
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.get("actor")).isEqualTo("operator");
            assertThat((String) row.get("subject")).matches("(activity|dead-letter):\\d+");
            assertThat(row.get("after_data")).isNotNull();
            assertThat(row.get("at")).isNotNull();
        });
        assertThat(rows.get(0).get("action")).isEqualTo(change.action());
        assertThat(rows.get(0).get("before_data") == null).isEqualTo(change.fromNothing());
    }

    /** A form on another site sends the cookie, if the browser lets it, but knows no token. */
    @ParameterizedTest
    @FieldSource("CHANGES")
    void a_change_without_the_token_or_with_a_wrong_one_is_refused_and_has_no_effect(Change change) {
        String path = change.prepare(console);
        List<Object> before = everything();

        for (String[] headers : new String[][] {
            {},
            {"Origin", "https://evil.example", "Referer", "https://evil.example/", "Sec-Fetch-Site", "cross-site"},
            {"X-CSRF-TOKEN", "bm90LXRoZS10b2tlbg=="},
            {"X-CSRF-TOKEN", token(viewer)},
        }) {
            HttpResponse<String> answer = change.send(operator, path, headers);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
            HttpResponse<String> form = operator.call(
                    change.method(), path, "a=b&_csrf=x", "Content-Type", "application/x-www-form-urlencoded");
            assertThat(form.statusCode()).isEqualTo(403);
            HttpResponse<String> text =
                    operator.call(change.method(), path, change.body(), "Content-Type", "text/plain");
            assertThat(text.statusCode()).isEqualTo(403);
        }
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void a_viewer_is_refused_every_change(Change change) {
        String path = change.prepare(console);
        List<Object> before = everything();

        HttpResponse<String> answer = change.send(viewer, path, "X-CSRF-TOKEN", token(viewer), "Accept-Language", "en");

        assertThat(answer.statusCode()).isEqualTo(403);
        if (change.isApi()) {
            assertThat(Browser.read(answer).get("code").asString()).isEqualTo("FORBIDDEN");
        } else {
            assertThat(answer.body()).contains("Not permitted").doesNotContain("Exception");
        }
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void a_stranger_with_a_token_of_the_sign_in_page_changes_nothing(Change change) {
        String path = change.prepare(console);
        List<Object> before = everything();
        Browser stranger = console.stranger();
        String token = Browser.token(stranger.get("/login").body());

        HttpResponse<String> answer = change.send(stranger, path, "X-CSRF-TOKEN", token);

        assertThat(answer.statusCode()).isEqualTo(change.isApi() ? 401 : 302);
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void no_other_method_gets_through_and_none_can_be_smuggled_in(Change change) {
        String path = change.prepare(console);
        List<Object> before = everything();
        String token = token(operator);

        for (String method : new String[] {"DELETE", "PATCH", "PURGE", "TRACE", "GET", "HEAD"}) {
            for (String smuggled : new String[] {"", "?_method=" + change.method()}) {
                HttpResponse<String> answer = operator.call(
                        method,
                        path + smuggled,
                        "",
                        "X-CSRF-TOKEN",
                        token,
                        "X-HTTP-Method-Override",
                        change.method(),
                        "X-HTTP-Method",
                        change.method(),
                        "X-Method-Override",
                        change.method());
                assertThat(answer.statusCode()).as(method + " " + path).isIn(200, 400, 404, 405);
            }
        }
        assertThat(everything()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/activities",
                "/orders?userId=1",
                "/dead-letters?state=ALL",
                "/reconciliation",
                "/audit",
                "/admin/api/activities",
                "/admin/api/audit",
                "/admin/api/dead-letters",
                "/admin/api/orders?userId=1"
            })
    void a_viewer_sees_everything(String path) {
        assertThat(viewer.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void a_viewer_is_shown_no_form_but_the_one_to_leave() {
        String id = Change.created(console, true);

        String letter = Change.letter(console);

        assertThat(operator.get("/activities/" + id).body()).contains("/activities/" + id + "/stock");
        for (String path : List.of(
                "/activities",
                "/activities/" + id,
                "/dead-letters/" + letter,
                "/reconciliation",
                "/reconciliation/" + id)) {
            String page = viewer.get(path).body();
            assertThat(page)
                    .contains("/logout")
                    .doesNotContain(
                            "/stock",
                            "/warm-up",
                            "/close",
                            "/delete",
                            "/rebuild",
                            "/run",
                            "/replay",
                            "/void",
                            "/new",
                            "/edit");
            assertThat(page.split("method=\"post\"", -1)).as(path).hasSize(2);
        }
        assertThat(viewer.get("/dead-letters").body()).contains(letter).doesNotContain("type=\"checkbox\"", "/void");
        for (String form : List.of("close", "edit", "warm-up", "rebuild", "delete")) {
            assertThat(viewer.get("/activities/" + id + "/" + form).statusCode())
                    .isEqualTo(403);
        }
        assertThat(viewer.get("/activities/new").statusCode()).isEqualTo(403);
    }

    private static String token(Browser browser) {
        return Browser.token(browser.get("/activities").body());
    }

    private static long lastRow() {
        return console.mysql().queryForObject("SELECT COALESCE(MAX(id), 0) FROM seckill_audit_log", Long.class);
    }

    /** All that a change could touch; the rows of sign-ins aside. */
    private static List<Object> everything() {
        StringRedisTemplate redis = console.bean(StringRedisTemplate.class);
        Stream<Object> rows = Stream.of("activity", "order", "dead_letter", "stock_ledger", "reconciliation")
                .map(table -> console.mysql().queryForList("SELECT * FROM seckill_" + table).stream()
                        .map(EveryDoorTest::readable)
                        .toList());
        Stream<Object> audit = Stream.of(console.mysql()
                .queryForObject("SELECT COUNT(*) FROM seckill_audit_log WHERE action NOT LIKE 'SIGN%'", Long.class));
        Stream<Object> sales =
                console.mysql().queryForList("SELECT id FROM seckill_activity ORDER BY id", Long.class).stream()
                        .map(id -> redis.opsForHash().entries("seckill:activity:{" + id + "}") + "|"
                                + redis.opsForValue().get("seckill:stock:{" + id + "}") + "|"
                                + redis.opsForList().range("seckill:queue:{" + id + "}", 0, -1));
        return Stream.of(rows, audit, sales).flatMap(part -> part).toList();
    }

    private static String readable(Map<String, Object> row) {
        StringBuilder text = new StringBuilder();
        row.forEach((name, value) -> text.append(name)
                .append('=')
                .append(value instanceof byte[] bytes ? new String(bytes) : value)
                .append(' '));
        return text.toString();
    }
}
