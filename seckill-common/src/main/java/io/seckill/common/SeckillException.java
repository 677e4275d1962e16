package io.seckill.common;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that travels through the layers: its {@link ErrorCode}, the arguments of its text, and what the client is
 * told besides. For what breaks and for what was asked wrongly; the expected outcomes of a sale (sold out, duplicate)
 * are values, not exceptions.
 */
public class SeckillException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Map<String, Object> details;
    private final @Nullable Duration retryAfter;

    /**
     * @param code what the client is told
     * @param message for the log and the developer, in English
     * @param details named facts for the answer's text and data, such as {@code field} and {@code reason}
     * @param retryAfter when another try makes sense, or {@code null} if that is not for us to say
     * @param cause what broke, or {@code null}
     */
    public SeckillException(
            ErrorCode code,
            String message,
            Map<String, Object> details,
            @Nullable Duration retryAfter,
            @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.details = Map.copyOf(details);
        this.retryAfter = retryAfter;
    }

    /**
     * @param code what the client is told
     * @param message for the log and the developer, in English
     */
    public SeckillException(ErrorCode code, String message) {
        this(code, message, Map.of(), null, null);
    }

    /**
     * A parameter that cannot be accepted.
     *
     * @param field the parameter's name as the client wrote it
     * @param reason the key of the text that says why, below {@code invalid.} in the message bundles
     * @return the refusal, {@link ErrorCode#INVALID_ARGUMENT}
     */
    public static SeckillException invalid(String field, String reason) {
        return new SeckillException(
                ErrorCode.INVALID_ARGUMENT,
                field + ": " + reason,
                Map.of("field", field, "reason", reason),
                null,
                null);
    }

    /**
     * Something we stand on is away or full; nothing was done.
     *
     * @param message for the log, in English
     * @param cause what broke, or {@code null}
     * @return the refusal, {@link ErrorCode#SYSTEM_BUSY}, worth another try in a second
     */
    public static SeckillException busy(String message, @Nullable Throwable cause) {
        return new SeckillException(ErrorCode.SYSTEM_BUSY, message, Map.of(), Duration.ofSeconds(1), cause);
    }

    /** {@return what the client is told} */
    public ErrorCode code() {
        return code;
    }

    /** {@return named facts for the answer's text and data} */
    public Map<String, Object> details() {
        return details;
    }

    /** {@return when another try makes sense, or {@code null}} */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
