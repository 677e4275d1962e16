package io.seckill.api;

import com.sun.management.OperatingSystemMXBean;
import io.seckill.api.identity.Tokens;
import io.seckill.api.support.KeptHttp;
import io.seckill.api.support.RunningApi;
import io.seckill.api.support.Sale;
import io.seckill.api.support.Users;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What identity and limits cost on the way of an order, in processor time: two APIs in this JVM, one with tokens and all
 * limits on, one that believes the request and limits nothing, in turns. Each order is another buyer's. Twice with
 * tokens: once each of them is verified for the first time, the dearest case there is; once its user has asked for a
 * status before, as a shop's page does. The clients' own processor time is taken off.
 *
 * <p>Run it by hand, with the number of rounds (20) and of orders a round (4000) as arguments.
 */
public final class EdgeCost {

    private static final int CLIENTS = 4;
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private EdgeCost() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int orders = args.length > 1 ? Integer.parseInt(args[1]) : 4000;
        try (RunningApi bare = RunningApi.start("seckill.rate-limit.order.enabled", "false");
                RunningApi full = RunningApi.start(
                        "seckill.identity.mode", "jwt",
                        "seckill.identity.jwt.secret", Tokens.SECRET,
                        "seckill.rate-limit.ip.enabled", "true",
                        "seckill.rate-limit.ip.capacity", "1000000",
                        "seckill.rate-limit.distinct-users.enabled", "true",
                        "seckill.rate-limit.distinct-users.capacity", "1000000",
                        "seckill.rate-limit.activity.enabled", "true",
                        "seckill.rate-limit.activity.capacity", "1000000")) {
            Sale sale = Sale.of(bare, 10_000_000);
            int warm = rounds / 2;
            double[] without = new double[rounds];
            double[] with = new double[rounds];
            double[] again = new double[rounds];
            for (int round = -warm; round < rounds; round++) {
                double off = cost(bare, requests(sale, orders, false));
                double on = cost(full, requests(sale, orders, true));
                List<String> known = requests(sale, orders, true);
                ask(full, known);
                double remembered = cost(full, known);
                if (round >= 0) {
                    without[round] = off;
                    with[round] = on;
                    again[round] = remembered;
                    System.out.printf(
                            "round %d: without %.1f, with new tokens %.1f, with known ones %.1f us an order%n",
                            round, off, on, remembered);
                }
            }
            double off = median(without);
            double on = median(with);
            double remembered = median(again);
            System.out.printf(
                    "median of %d rounds: without %.1f us; with new tokens %.1f us, %.1f %% of it identity and limits;"
                            + " with known tokens %.1f us, %.1f %%%n",
                    rounds, off, on, 100 * (on - off) / on, remembered, 100 * (remembered - off) / remembered);
        }
        System.exit(0);
    }

    static List<String> requests(Sale sale, int orders, boolean token) {
        List<String> requests = new ArrayList<>();
        Instant expiry = Instant.now().plusSeconds(600);
        for (int i = 0; i < orders; i++) {
            long user = Users.next();
            requests.add("POST /seckill/order?activityId=" + sale.id() + (token ? "" : "&userId=" + user)
                    + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                    + (token ? "Authorization: Bearer " + Tokens.of(Long.toString(user), expiry) + "\r\n" : "")
                    + "\r\n");
        }
        return requests;
    }

    /** Lets each of them ask for a status first; what that costs is not counted. */
    private static void ask(RunningApi api, List<String> orders) throws IOException {
        try (KeptHttp http = new KeptHttp(api.port())) {
            for (String order : orders) {
                http.exchange(order.replace("POST /seckill/order?", "GET /seckill/order/status?"), true);
            }
        }
    }

    /** Processor time of the process without its clients, in microseconds an order. */
    static double cost(RunningApi api, List<String> requests) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        long before = PROCESS.getProcessCpuTime();
        List<Future<Long>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            clients.add(threads.submit(() -> send(api, requests, client)));
        }
        long own = 0;
        for (Future<Long> client : clients) {
            own += client.get();
        }
        long spent = PROCESS.getProcessCpuTime() - before - own;
        threads.shutdown();
        return spent / 1_000.0 / requests.size();
    }

    private static long send(RunningApi api, List<String> requests, int first) throws IOException {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (KeptHttp http = new KeptHttp(api.port())) {
            for (int i = first; i < requests.size(); i += CLIENTS) {
                int status = http.exchange(requests.get(i), true).status();
                if (status != 202) {
                    throw new IllegalStateException("answered " + status);
                }
            }
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
