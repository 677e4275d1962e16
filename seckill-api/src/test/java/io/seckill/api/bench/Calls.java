package io.seckill.api.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spells requests, each with its buyer's token and address, before anything is measured. The addresses are told by
 * {@code X-Forwarded-For} as a load balancer would, so that the limits by address see what they see in a shop.
 */
final class Calls {

    private final BuyerTokens tokens = new BuyerTokens(System.currentTimeMillis() / 1000 + 24 * 3600);
    private long nextUser = 100_000_000_000L;

    /** {@return the first of so many buyers that nobody has heard of} */
    long newUsers(int count) {
        long first = nextUser;
        nextUser += count;
        return first;
    }

    List<byte[]> of(String method, String path, long firstUser, int count) {
        List<byte[]> calls = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            calls.add(call(method, path, firstUser + i));
        }
        return calls;
    }

    List<byte[]> orders(long activityId, long firstUser, int count) {
        return of("POST", "/seckill/order?activityId=" + activityId, firstUser, count);
    }

    List<byte[]> statuses(long activityId, long firstUser, int count) {
        return of("GET", "/seckill/order/status?activityId=" + activityId, firstUser, count);
    }

    List<byte[]> design(String design, long activityId, long firstUser, int count) {
        return of("POST", "/seckill/order/bench/" + design + "?activityId=" + activityId, firstUser, count);
    }

    private byte[] call(String method, String path, long user) {
        byte[] line = (method + " " + path + " HTTP/1.1\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] tail = tail(user);
        byte[] call = Arrays.copyOf(line, line.length + tail.length);
        System.arraycopy(tail, 0, call, line.length, tail.length);
        return call;
    }

    /** What follows the request line in every call of a buyer. */
    byte[] tail(long user) {
        String text = "Host: 127.0.0.1\r\nAuthorization: Bearer " + tokens.of(user)
                + "\r\nX-Forwarded-For: 10." + (user >> 16 & 255) + "." + (user >> 8 & 255) + "." + (user & 255)
                + "\r\nAccept: application/json\r\nContent-Length: 0\r\n\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
