package io.seckill.common;

import org.jspecify.annotations.Nullable;

/**
 * The envelope of every answer over HTTP: {@code {"code":"OK","message":"...","data":...}}.
 *
 * @param code stable English, one of {@link ErrorCode}; what a program reads
 * @param message for people, in the language they asked for
 * @param data the answer itself, or {@code null} where there is none
 * @param <T> what the answer carries
 */
public record Result<T extends @Nullable Object>(
        String code, String message, @Nullable T data) {

    /**
     * An answer.
     *
     * @param code what happened
     * @param message the same for people, already in their language
     * @param data what it carries, or {@code null}
     * @param <T> what the answer carries
     * @return the envelope
     */
    public static <T> Result<T> of(ErrorCode code, String message, @Nullable T data) {
        return new Result<>(code.name(), message, data);
    }
}
