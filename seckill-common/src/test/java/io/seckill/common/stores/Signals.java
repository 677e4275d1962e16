package io.seckill.common.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** POSIX signals that {@link Process} has no method for. */
final class Signals {

    private Signals() {}

    static boolean supported() {
        return !System.getProperty("os.name").startsWith("Windows");
    }

    /**
     * The same command in a session of its own. Else Ctrl-C in a terminal would end the servers together with the JVM,
     * whose contexts still need them while they close. The pid stays that of the command.
     */
    static List<String> apart(List<String> command) {
        List<String> apart = new ArrayList<>();
        StoreFiles.onThePath("setsid")
                .map(setsid -> List.of(setsid.toString()))
                .or(() -> StoreFiles.onThePath("perl")
                        .map(perl -> List.of(perl.toString(), "-MPOSIX=setsid", "-e", "setsid; exec @ARGV or die $!")))
                .ifPresent(apart::addAll);
        apart.addAll(command);
        return apart;
    }

    /** Sends a signal; a process that is gone already is no error. */
    static void send(long pid, String signal) {
        if (!supported()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new StoreException("cannot send SIG" + signal + " to " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while sending SIG" + signal + " to " + pid, e);
        }
    }
}
