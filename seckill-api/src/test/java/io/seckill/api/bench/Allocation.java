package io.seckill.api.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the API how much it has allocated. */
final class Allocation {

    private static final Pattern BYTES = Pattern.compile("\"data\":\"(\\d+)\"");
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Allocation() {}

    static long bytes(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/bench/allocated"))
                .build();
        try {
            Matcher bytes =
                    BYTES.matcher(HTTP.send(request, BodyHandlers.ofString()).body());
            if (!bytes.find()) {
                throw new IllegalStateException("the API does not say how much it has allocated");
            }
            return Long.parseLong(bytes.group(1));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the API does not say how much it has allocated", e);
        }
    }
}
