package io.seckill.service.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a failed call to Redis means for the thing that was asked. */
public enum RedisFailure {
    /** Redis answered that it did not execute: definitely nothing happened. */
    REFUSED,
    /** It never left this process: definitely nothing happened. */
    NOT_SENT,
    /** It may have been executed, now or later. */
    UNKNOWN;

    /**
     * The words by which Redis refuses before it executes. Looked for anywhere in the text: 6.2 wraps what happened
     * inside a script into a sentence of its own.
     */
    private static final List<String> REFUSALS = List.of(
            "OOM ",
            "READONLY ",
            "LOADING ",
            "MISCONF ",
            "MASTERDOWN ",
            "BUSY ",
            "NOREPLICAS ",
            "NOAUTH ",
            "WRONGPASS ",
            "NOPERM ",
            "CLUSTERDOWN ",
            "TRYAGAIN ",
            "MOVED ",
            "ASK ");

    /** What Lettuce says, in so many words, of a command that it did not write to a socket. */
    private static final List<String> NEVER_WRITTEN =
            List.of("Currently not connected", "Request queue size exceeded", "Connection is closed");

    /**
     * Judges a failure.
     *
     * @param failure what a call to Redis ended with
     * @return what it means
     */
    public static RedisFailure of(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = String.valueOf(cause.getMessage());
        if (cause instanceof RedisCommandExecutionException) {
            return containsAny(message + " ", REFUSALS) ? REFUSED : UNKNOWN;
        }
        if (cause instanceof RedisConnectionException) {
            return NOT_SENT;
        }
        if (cause instanceof RedisException && containsAny(message, NEVER_WRITTEN)) {
            return NOT_SENT;
        }
        return UNKNOWN;
    }

    private static boolean containsAny(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }
}
