package io.seckill.admin.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public API as a storefront calls it. Every answer goes into the history. */
final class Shop {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private static final Identities IDENTITIES = new Identities();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private final List<JvmProcess> apis;
    private final History history;

    Shop(List<JvmProcess> apis, History history) {
        this.apis = apis;
        this.history = history;
    }

    /**
     * What came back.
     *
     * @param outcome the code or the order's status; {@link History#UNKNOWN} if nothing came
     * @param orderId the order it names, 0 if none
     */
    record Reply(String outcome, long orderId) {

        boolean unknown() {
            return outcome.equals(History.UNKNOWN);
        }
    }

    Reply grab(int api, long activityId, long userId, int quantity) {
        return grab(api, activityId, userId, quantity, History.Deed.GRAB, "");
    }

    /** Asks for a number of units that nobody can have. */
    void grabNonsense(int api, long activityId, long userId, int quantity) {
        grab(api, activityId, userId, quantity, History.Deed.GRAB_NONSENSE, "");
    }

    /** Says to be somebody else, with a token that says otherwise. */
    void grabAs(int api, long activityId, long userId, long other) {
        grab(api, activityId, userId, 1, History.Deed.GRAB_AS_ANOTHER, "&userId=" + other);
    }

    private Reply grab(int api, long activityId, long userId, int quantity, History.Deed deed, String more) {
        JsonNode answer =
                call(request(api, userId, "/seckill/order?activityId=" + activityId + "&quantity=" + quantity + more)
                        .POST(HttpRequest.BodyPublishers.noBody()));
        Reply reply = new Reply(code(answer), orderId(answer));
        history.add(deed, activityId, userId, reply.orderId(), reply.outcome());
        return reply;
    }

    /** Asks for an order's status, waiting up to {@code waitMs} for it to leave QUEUED. */
    Reply status(int api, long activityId, long userId, long orderId, int waitMs) {
        JsonNode answer = call(request(
                        api,
                        userId,
                        "/seckill/order/status?activityId=" + activityId + "&orderId=" + orderId + "&waitMs=" + waitMs)
                .GET());
        String status =
                code(answer).equals("OK") ? answer.path("data").path("status").asString() : code(answer);
        history.add(History.Deed.STATUS, activityId, userId, orderId, status);
        return new Reply(status, orderId);
    }

    Reply cancel(int api, long activityId, long userId, long orderId) {
        JsonNode answer = call(request(api, userId, "/seckill/order/" + orderId + "/cancel")
                .POST(HttpRequest.BodyPublishers.noBody()));
        Reply reply = new Reply(code(answer), orderId);
        history.add(History.Deed.CANCEL, activityId, userId, orderId, reply.outcome());
        return reply;
    }

    /** Reports a payment as the provider does, and again until it is told what came of it. */
    Reply pay(int api, long activityId, long userId, long orderId) {
        String body = "{\"txnId\":\"txn-" + orderId + "\",\"orderId\":\"" + orderId + "\"}";
        String timestamp = Long.toString(System.currentTimeMillis() / 1000);
        JsonNode answer = call(request(api, "/seckill/payment/callback")
                .header("Content-Type", "application/json")
                .header("X-Seckill-Timestamp", timestamp)
                .header("X-Seckill-Signature", sign(timestamp + "." + body))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        String result =
                code(answer).equals("OK") ? answer.path("data").path("result").asString() : code(answer);
        history.add(History.Deed.PAY, activityId, userId, orderId, result);
        return new Reply(result, orderId);
    }

    private HttpRequest.Builder request(int api, long userId, String target) {
        return request(api, target).header("Authorization", "Bearer " + IDENTITIES.tokenOf(userId));
    }

    private HttpRequest.Builder request(int api, String target) {
        return HttpRequest.newBuilder(URI.create(apis.get(api % apis.size()).url() + target))
                .timeout(PATIENCE);
    }

    /** The answer's envelope; one with the code UNKNOWN if none came. */
    private JsonNode call(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return JSON.readTree(response.body());
        } catch (IOException | JacksonException e) {
            return JSON.createObjectNode().put("code", History.UNKNOWN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return JSON.createObjectNode().put("code", History.UNKNOWN);
        }
    }

    private static String code(JsonNode answer) {
        return answer.path("code").asString();
    }

    private static long orderId(JsonNode answer) {
        String id = answer.path("data").path("orderId").asString("");
        return id.isEmpty() ? 0 : Long.parseLong(id);
    }

    private static String sign(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Fleet.PAYMENT_SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
