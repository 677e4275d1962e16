package io.seckill.common.stores;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a short-lived command prints, errors included. */
final class CommandOutput {

    private CommandOutput() {}

    static String of(String... command) {
        return of(List.of(command), new byte[0]);
    }

    /** Reads while it writes: a command that answers a long input line by line would else wait for ever. */
    static String of(List<String> command, byte[] input) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            // A thread of its own: of the common pool's there may be a single one, and this may be it.
            Thread feeder = new Thread(() -> feed(process.getOutputStream(), input), "feeder");
            feeder.setDaemon(true);
            feeder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            feeder.join();
            return said;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while running " + command.get(0), e);
        }
    }

    private static void feed(OutputStream to, byte[] input) {
        try (to) {
            to.write(input);
        } catch (IOException endedEarly) {
            // What it printed says why.
        }
    }
}
