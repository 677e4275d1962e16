package io.seckill.admin.live;

import com.sun.management.OperatingSystemMXBean;
import io.seckill.admin.testing.Browser;
import io.seckill.admin.testing.Change;
import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * What the live screen costs the console, in processor time of its process: with nobody, one and twenty who watch, in
 * turns, while a sale takes 5,000 orders a second by its figures in Redis and four api and two worker nodes tell of it.
 * The viewers are curl, in processes of their own.
 *
 * <p>Run it by hand, with the number of rounds (5) and the seconds of each turn (10) as arguments.
 */
public final class LiveCost {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int[] VIEWERS = {0, 1, 20};

    private LiveCost() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        ScheduledExecutorService sale = Executors.newSingleThreadScheduledExecutor();
        try (Console console = Console.start()) {
            long id = Long.parseLong(Change.created(console, true));
            StringRedisTemplate redis = console.bean(StringRedisTemplate.class);
            long[] sold = {0};
            sale.scheduleAtFixedRate(() -> run(redis, id, sold), 0, 1, TimeUnit.SECONDS);
            Browser browser = console.viewer();
            double[][] share = new double[VIEWERS.length][rounds];
            for (int round = -1; round < rounds; round++) {
                for (int i = 0; i < VIEWERS.length; i++) {
                    double turn = turn(console, id, browser.session(), VIEWERS[i], seconds);
                    if (round >= 0) {
                        share[i][round] = turn;
                    }
                }
            }
            for (int i = 0; i < VIEWERS.length; i++) {
                Arrays.sort(share[i]);
                System.out.printf(
                        "%d viewers: %.2f %% of a core (median of %d turns of %d s; least %.2f, most %.2f)%n",
                        VIEWERS[i], share[i][rounds / 2], rounds, seconds, share[i][0], share[i][rounds - 1]);
            }
        } finally {
            sale.shutdownNow();
        }
        System.exit(0);
    }

    /** A second of a sale, as Redis shows it. That costs this process something, with or without viewers. */
    static void run(StringRedisTemplate redis, long id, long[] sold) {
        sold[0] += 5_000;
        String activity = RedisKeys.activity(id);
        redis.opsForHash().put(activity, "seq", Long.toString(sold[0]));
        redis.opsForHash().put(activity, "granted", "10000000");
        redis.opsForValue().set(RedisKeys.stock(id), Long.toString(10_000_000 - sold[0]));
        long now = System.currentTimeMillis();
        StringBuilder latencies = new StringBuilder();
        for (int bucket = 40; bucket < 90; bucket++) {
            latencies.append(bucket == 40 ? "" : ",").append(bucket).append(',').append(sold[0] / 50);
        }
        for (int node = 0; node < 6; node++) {
            boolean api = node < 4;
            redis.opsForHash()
                    .put(
                            RedisKeys.pulses(),
                            "node-" + node,
                            now + "|{\"node\":\"node-" + node + "\",\"process\":\"" + (api ? "api" : "worker")
                                    + "\",\"sales\":{\"" + id + "\":{\"answers\":{\"ACCEPTED\":" + sold[0] / 4
                                    + ",\"SOLD_OUT\":" + sold[0] + "},\"latencies\":[" + latencies + "]}},\"worker\":"
                                    + (api
                                            ? "null"
                                            : "{\"done\":" + sold[0] + ",\"retried\":0,\"buried\":0,\"threads\":8}")
                                    + "}");
        }
    }

    private static double turn(Console console, long id, String session, int viewers, int seconds)
            throws IOException, InterruptedException {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < viewers; i++) {
            all.add(new ProcessBuilder(
                            "curl",
                            "-sN",
                            "-o",
                            "/dev/null",
                            "-H",
                            "Cookie: SECKILL_ADMIN_SESSION=" + session,
                            console.url() + "/admin/api/live/" + id)
                    .start());
        }
        // The connecting is not counted, nor the leaving of those before.
        Thread.sleep(3_000);
        int watching = console.bean(LiveHub.class).viewers();
        if (watching != viewers) {
            throw new IllegalStateException(watching + " watch instead of " + viewers);
        }
        long before = PROCESS.getProcessCpuTime();
        Thread.sleep(seconds * 1_000L);
        double share = (PROCESS.getProcessCpuTime() - before) / (seconds * 1e7);
        all.forEach(Process::destroy);
        return share;
    }
}
