package io.seckill.api.support;

import static org.awaitility.Awaitility.await;

import io.seckill.api.ApiApplication;
import io.seckill.service.SeckillApplication;
import io.seckill.service.order.OrderIds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** A process of the API in this JVM, on a port of its own, and a client of it. */
public final class RunningApi implements AutoCloseable {

    static {
        // Sooner than the server does: a connection that both ends give up at once loses a request.
        System.setProperty("jdk.httpclient.keepalive.timeout", "10");
    }

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static RunningApi standard;

    private final ServletWebServerApplicationContext context;

    private RunningApi(Map<String, String> properties) {
        String[] arguments = properties.entrySet().stream()
                .map(property -> "--" + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new);
        context = (ServletWebServerApplicationContext)
                SeckillApplication.of(ApiApplication.class, "api").run(arguments);
    }

    /** The API as it comes, believing the parameter {@code userId}; one for all tests. */
    public static synchronized RunningApi standard() {
        if (standard == null) {
            standard = start();
        }
        return standard;
    }

    /** Another API, with settings of its own: name, value, name, value. */
    public static RunningApi start(String... settings) {
        Map<String, String> properties = new LinkedHashMap<>(TestStores.properties());
        properties.put("server.port", "0");
        properties.put("spring.profiles.active", "dev");
        properties.put("seckill.identity.mode", "param");
        for (int i = 0; i < settings.length; i += 2) {
            properties.put(settings[i], settings[i + 1]);
        }
        RunningApi api = new RunningApi(properties);
        api.awaitOrderIds();
        return api;
    }

    /** A process that has just started may have to wait for the node number of its order ids. */
    private void awaitOrderIds() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> context.getBean(OrderIds.class).next().isPresent());
    }

    public ServletWebServerApplicationContext context() {
        return context;
    }

    public int port() {
        return context.getWebServer().getPort();
    }

    public Reply order(long activityId, long userId) {
        return post("/seckill/order?activityId=" + activityId + "&userId=" + userId);
    }

    public Reply order(long activityId, long userId, int quantity) {
        return post("/seckill/order?activityId=" + activityId + "&quantity=" + quantity + "&userId=" + userId);
    }

    public Reply status(long activityId, long userId) {
        return get("/seckill/order/status?activityId=" + activityId + "&userId=" + userId);
    }

    public Reply post(String target, String... headers) {
        return send(request(target, headers)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    public Reply get(String target, String... headers) {
        return send(request(target, headers).build());
    }

    /** A request to be finished by the caller; headers are name, value, name, value. */
    public HttpRequest.Builder request(String target, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + target));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    public Reply send(HttpRequest request) {
        try {
            return new Reply(HTTP.send(request, BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
