package io.seckill.lock.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads of several processes increment a counter under one lock. With pauses beyond the lease any lock in Redis can have
 * two holders; what must hold even then is in {@link FuzzReport}.
 */
public final class LockFuzz implements AutoCloseable {

    private static final boolean CAN_STOP = File.separatorChar == '/';

    private final FuzzPlan plan;
    private final String lock = "fuzz:" + UUID.randomUUID();
    private final List<Process> running = new ArrayList<>();
    private int started;
    private int kills;
    private int stops;

    private LockFuzz(FuzzPlan plan) {
        this.plan = plan;
    }

    /**
     * Runs a fuzz.
     *
     * @param plan what to do
     * @return what was seen
     * @throws InterruptedException if the thread was interrupted
     */
    public static FuzzReport run(FuzzPlan plan) throws InterruptedException {
        try (LockFuzz fuzz = new LockFuzz(plan);
                FuzzCounters counters = new FuzzCounters(plan.redis(), fuzz.lock)) {
            for (int i = 0; i < plan.processes(); i++) {
                fuzz.start();
            }
            if (plan.pauses()) {
                fuzz.hurt(counters);
                counters.stop();
            }
            fuzz.await();
            return FuzzReport.of(counters, plan.seed(), fuzz.kills, fuzz.stops);
        }
    }

    private void hurt(FuzzCounters counters) {
        SplittableRandom random = new SplittableRandom(plan.seed());
        while (counters.history().isEmpty()) {
            pause(20); // The processes are still starting.
        }
        long end = System.nanoTime() + plan.time().toNanos();
        for (int i = 0; System.nanoTime() < end; i++) {
            pause(random.nextInt(200, 500));
            int victim = random.nextInt(running.size());
            if (CAN_STOP && i % 5 != 0) {
                signal(running.get(victim), "STOP");
                pause(random.nextLong(3 * plan.lease().toMillis()));
                signal(running.get(victim), "CONT");
                stops++;
            } else {
                running.remove(victim).destroyForcibly();
                kills++;
                start();
            }
        }
    }

    private void start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx256m"));
        String logging = System.getProperty("logback.configurationFile");
        if (logging != null) {
            command.add("-Dlogback.configurationFile=" + logging);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FuzzWorker.class.getName()));
        command.addAll(List.of(
                plan.nodes().getName(),
                plan.redis().host(),
                Integer.toString(plan.redis().port()),
                lock,
                Integer.toString(plan.threads()),
                Integer.toString(plan.increments()),
                Long.toString(plan.lease().toMillis()),
                Boolean.toString(plan.pauses()),
                Long.toString(plan.seed()),
                Integer.toString(started++),
                Integer.toString(plan.pauses() ? 1 : plan.processes())));
        try {
            ProcessBuilder process = new ProcessBuilder(command).inheritIO();
            process.environment().put(FuzzWorker.PASSWORD, plan.redis().password());
            running.add(process.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await() throws InterruptedException {
        for (Process one : running) {
            if (!one.waitFor(120, TimeUnit.SECONDS)) {
                throw new AssertionError("a process of the fuzz does not end; seed " + plan.seed());
            }
            if (one.exitValue() != 0) {
                throw new AssertionError("a process of the fuzz failed with " + one.exitValue() + ", see its output;"
                        + " seed " + plan.seed());
            }
        }
    }

    private static void signal(Process process, String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Override
    public void close() {
        running.forEach(Process::destroyForcibly);
    }
}
