package io.seckill.api.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Who runs on which processor (Linux, {@code taskset}): the API on one of its own, so that it and not the load generator
 * is what has too much to do.
 */
final class Cores {

    private Cores() {}

    /** {@return whether the API has the first processor now and the others have the rest} */
    static boolean part(JavaProcess api, long... others) {
        int processors = Runtime.getRuntime().availableProcessors();
        if (processors < 2 || !isThere()) {
            return false;
        }
        pin(api.pid(), "0");
        for (long other : others) {
            pin(other, "1-" + (processors - 1));
        }
        return true;
    }

    /** Puts these processes' threads before those that share a processor with them, where that is allowed. */
    static boolean first(long... pids) {
        List<String> command = new ArrayList<>(List.of("renice", "-n", "-10", "-p"));
        for (long pid : pids) {
            String[] threads = new File("/proc/" + pid + "/task").list();
            if (threads == null) {
                return false;
            }
            command.addAll(List.of(threads));
        }
        try {
            Commands.run(command.toArray(String[]::new));
            return true;
        } catch (IllegalStateException | UncheckedIOException notAllowed) {
            return false;
        }
    }

    private static boolean isThere() {
        try {
            return new ProcessBuilder("taskset", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void pin(long pid, String processors) {
        Commands.run("taskset", "-acp", processors, Long.toString(pid));
    }
}
