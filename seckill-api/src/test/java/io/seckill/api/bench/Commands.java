package io.seckill.api.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small commands of the machine. */
final class Commands {

    private static final Pattern HEAP =
            Pattern.compile("(?m)^(?!\\s*(?:Metaspace|class space)).*\\bused (\\d+)([KM])\\b");
    private static final long KB = 1024;

    private Commands() {}

    /** Runs a command and returns what it said. */
    static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What {@code jcmd GC.heap_info} says is in use, of all generations together; the metaspace is no heap. */
    static long heapKb(String said) {
        long sum = 0;
        boolean any = false;
        for (Matcher used = HEAP.matcher(said); used.find(); any = true) {
            sum += Long.parseLong(used.group(1)) * (used.group(2).equals("M") ? KB : 1);
        }
        if (!any) {
            throw new IllegalStateException("cannot read: " + said);
        }
        return sum;
    }
}
