package io.seckill.queue;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a failed call to Redis tells about its outcome, read from the text of the reply: drivers wrap it differently. */
final class RedisFailure {

    private static final Pattern REPLY = Pattern.compile(
            "(NOSCRIPT|WRONGTYPE|OOM|READONLY|LOADING|MISCONF|MASTERDOWN|BUSY|NOAUTH|NOPERM|WRONGPASS|CLUSTERDOWN"
                    + "|MOVED|ASK|TRYAGAIN|CROSSSLOT|NOREPLICAS|EXECABORT|ERR) .*",
            Pattern.DOTALL);
    private static final Pattern PASSES =
            Pattern.compile("(READONLY|LOADING|MASTERDOWN|BUSY|CLUSTERDOWN|TRYAGAIN|MISCONF|NOREPLICAS) ");

    private RedisFailure() {}

    /** Whether the server does not know the script by its hash; nothing was executed of it. */
    static boolean scriptUnknown(Throwable failure) {
        String reply = reply(failure);
        return reply != null && reply.contains("NOSCRIPT");
    }

    /** Whether the server answered, with an error: a script of ours then wrote nothing. Otherwise nobody knows. */
    static boolean refused(Throwable failure) {
        return reply(failure) != null;
    }

    /** Whether the server answered with an error that goes away by itself (a restart, a change of roles). */
    static boolean passing(Throwable failure) {
        String reply = reply(failure);
        return reply != null && PASSES.matcher(reply).find();
    }

    /** The one line for the log: what the server or the driver said, without the wrapping. */
    static String line(Throwable failure) {
        String reply = reply(failure);
        if (reply != null) {
            return reply.lines().findFirst().orElse(reply);
        }
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root.getClass().getSimpleName() + ": " + root.getMessage();
    }

    private static @Nullable String reply(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null
                    && (cause instanceof RedisCommandExecutionException
                            || REPLY.matcher(message).matches())) {
                return message;
            }
        }
        return null;
    }
}
