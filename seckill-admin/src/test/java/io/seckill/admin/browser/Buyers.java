package io.seckill.admin.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** People who buy over the public API, eight at a time. */
public final class Buyers {

    private static final int AT_A_TIME = 8;

    private final HttpClient http = HttpClient.newHttpClient();
    private final WholeShop shop;

    /** Buyers at this shop. */
    public Buyers(WholeShop shop) {
        this.shop = shop;
    }

    /**
     * Each of so many users asks for one unit.
     *
     * @param firstUser the lowest of their ids
     * @return how many got 202, the queued ones
     */
    public long buy(String activityId, long firstUser, int users) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<Callable<Integer>> calls = LongStream.range(firstUser, firstUser + users)
                    .<Callable<Integer>>mapToObj(user -> () -> buy(activityId, user))
                    .toList();
            long queued = 0;
            for (Future<Integer> answer : threads.invokeAll(calls)) {
                queued += answer.get() == 202 ? 1 : 0;
            }
            return queued;
        } finally {
            threads.shutdown();
        }
    }

    private int buy(String activityId, long user) throws Exception {
        URI call = URI.create(shop.apiUrl() + "/seckill/order?activityId=" + activityId + "&userId=" + user);
        HttpRequest request = HttpRequest.newBuilder(call)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
