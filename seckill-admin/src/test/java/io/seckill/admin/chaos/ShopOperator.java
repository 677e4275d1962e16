package io.seckill.admin.chaos;

import io.seckill.admin.testing.Browser;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An operator at one of the consoles, who signs in again whenever it was away. */
final class ShopOperator {

    private final JvmProcess console;
    private final History history;
    private @Nullable Browser browser;

    ShopOperator(JvmProcess console, History history) {
        this.console = console;
        this.history = history;
    }

    /** Creates an activity that is on, warms it up, and returns its id. */
    long openSale(String name, int total, int reserved, int limit) {
        long id = createSale(name, total, reserved, limit);
        JsonNode warm = call("POST", "/admin/api/activities/" + id + "/warm-up", "{}");
        if (!warm.path("code").asString().equals("OK")) {
            throw new IllegalStateException("the warm-up answered " + warm);
        }
        return id;
    }

    /** Creates an activity that is on and does not warm it up. */
    long createSale(String name, int total, int reserved, int limit) {
        Instant now = Instant.now();
        JsonNode created = call(
                "POST",
                "/admin/api/activities",
                "{\"name\":\"%s\",\"totalStock\":%d,\"reserved\":%d,\"perOrderLimit\":%d,\"startTime\":\"%s\",\"endTime\":\"%s\"}"
                        .formatted(name, total, reserved, limit, now.minusSeconds(60), now.plus(Duration.ofHours(6))));
        return Long.parseLong(created.path("data").path("id").asString());
    }

    /** Closes a sale; nothing of it is asked about any more. */
    void close(long id) {
        call("POST", "/admin/api/activities/" + id + "/close", "{}");
    }

    /** Something that operators do while a sale is on; what the console answers is counted. */
    void meddle(List<Long> activities, Random random, boolean compares) {
        long id = activities.get(random.nextInt(activities.size()));
        int units = 1 + random.nextInt(15);
        String deed;
        String path = "/admin/api/activities/" + id;
        String body = "{}";
        switch (random.nextInt(compares ? 7 : 6)) {
            case 0, 1 -> {
                deed = "add stock";
                path += "/stock";
                body = "{\"units\":" + units + ",\"from\":\"TOTAL\"}";
            }
            case 2 -> {
                deed = "take stock";
                path += "/stock";
                body = "{\"units\":" + -units + ",\"from\":\"TOTAL\"}";
            }
            case 3 -> {
                deed = "release reserve";
                path += "/stock";
                body = "{\"units\":" + units + ",\"from\":\"RESERVE\"}";
            }
            case 4 -> {
                deed = "hold back";
                path += "/stock";
                body = "{\"units\":" + -units + ",\"from\":\"RESERVE\"}";
            }
            case 6 -> {
                deed = "compare the stores";
                path = "/admin/api/reconciliation/run?activityId=" + id;
            }
            default -> {
                deed = "warm up again";
                path += "/warm-up";
            }
        }
        String code;
        try {
            code = call("POST", path, body).path("code").asString();
        } catch (RuntimeException | AssertionError away) {
            browser = null;
            code = History.UNKNOWN;
        }
        history.count("operator: " + deed + " " + code);
    }

    /** What the monitor says of one activity. */
    JsonNode monitor(long activityId) {
        return Browser.read(signedIn().get("/admin/api/monitor?activityId=" + activityId))
                .path("data");
    }

    private JsonNode call(String method, String path, String body) {
        HttpResponse<String> response = signedIn().json(method, path, body, "Accept-Language", "en");
        return Browser.read(response);
    }

    private Browser signedIn() {
        Browser known = browser;
        if (known == null) {
            known = new Browser(console.url());
            known.signIn("operator", Fleet.PASSWORD);
            browser = known;
        }
        return known;
    }
}
