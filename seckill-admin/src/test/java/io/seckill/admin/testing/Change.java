package io.seckill.admin.testing;

import io.seckill.common.RedisKeys;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityEditor;
import io.seckill.service.activity.WarmUpService;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A door through which something can be changed.
 *
 * @param name method and pattern, as they are mapped
 * @param action what the audit log calls it
 * @param fromNothing whether there was nothing before
 * @param type what it reads
 * @param body something that it accepts
 * @param subject prepares something that it can be done to, and tells its id
 */
public record Change(
        String name, String action, boolean fromNothing, String type, String body, Function<Console, String> subject) {

    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String SALE = "{\"name\":\"a sale\",\"totalStock\":10,\"startTime\":\"2098-05-01T10:00:00Z\","
            + "\"endTime\":\"2098-05-01T12:00:00Z\"}";

    /** All there are; a test compares them with the mappings. */
    public static final List<Change> ALL = List.of(
            form("POST /activities", "CREATE_ACTIVITY", true, newSale(), console -> ""),
            form("POST /activities/{id}/warm-up", "BEGIN_WARM_UP", false, "", console -> created(console, false)),
            form("POST /activities/{id}/stock", "BEGIN_STOCK_CHANGE", false, "units=5&from=TOTAL", Change::warm),
            form("POST /activities/{id}/close", "CLOSE_ACTIVITY", false, "", Change::warm),
            form("POST /activities/{id}/edit", "EDIT_ACTIVITY", false, newSale(), console -> created(console, false)),
            form("POST /activities/{id}/delete", "DELETE_ACTIVITY", false, "", console -> created(console, false)),
            form("POST /activities/{id}/rebuild", "REBUILD", false, "", Change::warm),
            form("POST /reconciliation/{id}/run", "RECONCILE", true, "", Change::warm),
            form("POST /dead-letters/replay", "REPLAY_DEAD_LETTER", false, "", c -> "?id=" + letter(c)),
            form("POST /dead-letters/void", "VOID_DEAD_LETTER", false, "confirmed=yes", c -> "?id=" + letter(c)),
            json("POST /admin/api/activities", "CREATE_ACTIVITY", true, SALE, console -> ""),
            json("PUT /admin/api/activities/{id}", "EDIT_ACTIVITY", false, SALE, console -> created(console, false)),
            json("POST /admin/api/activities/{id}/warm-up", "BEGIN_WARM_UP", false, "", c -> created(c, false)),
            json("POST /admin/api/activities/{id}/stock", "BEGIN_STOCK_CHANGE", false, "{\"units\":5}", Change::warm),
            json("POST /admin/api/activities/{id}/close", "CLOSE_ACTIVITY", false, "", Change::warm),
            json("POST /admin/api/activities/{id}/delete", "DELETE_ACTIVITY", false, "", c -> created(c, false)),
            json("POST /admin/api/activities/{id}/rebuild", "REBUILD", false, "", Change::warm),
            json("POST /admin/api/reconciliation/run", "RECONCILE", true, "", c -> "?activityId=" + warm(c)),
            json("POST /admin/api/dead-letters/{id}/replay", "REPLAY_DEAD_LETTER", false, "", Change::letter),
            json("POST /admin/api/dead-letters/{id}/void", "VOID_DEAD_LETTER", false, "", Change::letter));

    private static Change form(
            String name, String action, boolean fromNothing, String body, Function<Console, String> subject) {
        return new Change(name, action, fromNothing, FORM, body, subject);
    }

    private static Change json(
            String name, String action, boolean fromNothing, String body, Function<Console, String> subject) {
        return new Change(name, action, fromNothing, JSON, body, subject);
    }

    private static String newSale() {
        return "name=a+sale&totalStock=10&reserved=&perOrderLimit=1&startTime=2098-05-01T10:00&endTime=2098-05-01T12:00";
    }

    /** Prepares what it is done to, and tells the address. */
    public String prepare(Console console) {
        String id = subject.apply(console);
        String path = name.substring(name.indexOf(' ') + 1);
        return path.contains("{id}") ? path.replace("{id}", id) : path + id;
    }

    /** Sends it, with no token but what the headers carry. */
    public HttpResponse<String> send(Browser browser, String path, String... headers) {
        String[] all = Stream.concat(Stream.of("Content-Type", type), Stream.of(headers))
                .toArray(String[]::new);
        return browser.call(method(), path, body, all);
    }

    public String method() {
        return name.substring(0, name.indexOf(' '));
    }

    public boolean isApi() {
        return name.contains(" /admin/api/");
    }

    @Override
    public String toString() {
        return name;
    }

    /** An activity, warm or not yet. */
    public static String created(Console console, boolean warm) {
        Instant start = Instant.parse("2098-05-01T10:00:00Z");
        long id = console.bean(ActivityEditor.class)
                .create(new ActivityDraft("a sale", 10, 0, 1, start, start.plusSeconds(7200)), "preparation")
                .id();
        if (warm) {
            console.bean(WarmUpService.class).warmUp(id, "preparation");
        }
        return Long.toString(id);
    }

    private static String warm(Console console) {
        return created(console, true);
    }

    /** A dead letter of an order whose buyer holds the claim. */
    public static String letter(Console console) {
        String activity = warm(console);
        long id = Long.parseLong(activity);
        String order = "7" + activity;
        console.bean(StringRedisTemplate.class)
                .opsForHash()
                .put(RedisKeys.claims(id), "42", order + "|1|1|1767225600000|X");
        console.mysql()
                .update(
                        "INSERT INTO seckill_dead_letter (queue, message_id, order_id, raw, reason, failures, deliveries,"
                                + " enqueued_at, buried_at, updated_at) VALUES (?, ?, ?, ?, 'no luck', 3, 4,"
                                + " UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
                        RedisKeys.queue(id),
                        order,
                        order,
                        ("1|" + order + "|1767225600000|" + activity + "|42|1|1|1").getBytes());
        return order;
    }
}
