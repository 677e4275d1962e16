package io.seckill.common.stores;

import java.io.IOException;

/** POSIX signals that {@link Process} has no method for. */
final class Signals {

    private Signals() {}

    static boolean supported() {
        return !System.getProperty("os.name").startsWith("Windows");
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
