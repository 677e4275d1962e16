package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Puts answers into the envelope, in the reader's language. */
@Component
public class Answers {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Texts texts;

    Answers(Texts texts) {
        this.texts = texts;
    }

    /**
     * An answer under the status and the text of its code.
     *
     * @param code what happened
     * @param data what it carries, or {@code null}
     * @param locale the reader's language
     * @return the answer
     */
    public ResponseEntity<Result<?>> of(ErrorCode code, @Nullable Object data, Locale locale) {
        return of(HttpStatus.valueOf(code.httpStatus()), code, "error." + code.name(), data, locale);
    }

    /**
     * An answer under a status and a text of its own.
     *
     * @param status the HTTP status
     * @param code what happened
     * @param textKey the key of its text
     * @param data what it carries, or {@code null}
     * @param locale the reader's language
     * @return the answer
     */
    public ResponseEntity<Result<?>> of(
            HttpStatus status, ErrorCode code, String textKey, @Nullable Object data, Locale locale) {
        return ResponseEntity.status(status).body(Result.of(code, texts.of(textKey, locale), data));
    }

    /**
     * A refusal.
     *
     * @param refusal what was refused and why
     * @param locale the reader's language
     * @return the answer; with {@code Retry-After} where another try makes sense
     */
    public ResponseEntity<Result<?>> refusal(SeckillException refusal, Locale locale) {
        ErrorCode code = refusal.code();
        Map<String, Object> details = refusal.details();
        String message = texts.of("error." + code.name(), locale, arguments(code, details, locale));
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(code.httpStatus());
        Duration retryAfter = refusal.retryAfter();
        if (retryAfter != null || code == ErrorCode.SYSTEM_BUSY || code == ErrorCode.RATE_LIMITED) {
            answer.header(HttpHeaders.RETRY_AFTER, wholeSeconds(Objects.requireNonNullElse(retryAfter, SOON)));
        }
        return answer.body(Result.of(code, message, details.isEmpty() ? null : details));
    }

    /**
     * A text for people, its placeholders left as they are.
     *
     * @param key its key in the bundle
     * @param locale the reader's language
     * @return the text
     */
    public String text(String key, Locale locale) {
        return texts.of(key, locale);
    }

    private String[] arguments(ErrorCode code, Map<String, Object> details, Locale locale) {
        return switch (code) {
            case INVALID_ARGUMENT ->
                new String[] {
                    text(details, "field"), texts.of("invalid." + text(details, "reason"), locale, range(details))
                };
            case UNAUTHENTICATED -> new String[] {texts.of("unauthenticated." + text(details, "reason"), locale)};
            case FORBIDDEN -> new String[] {texts.of("forbidden." + text(details, "reason"), locale)};
            case INTERNAL_ERROR -> new String[] {text(details, "errorId")};
            default -> new String[0];
        };
    }

    private static String[] range(Map<String, Object> details) {
        return new String[] {text(details, "min"), text(details, "max")};
    }

    private static String text(Map<String, Object> details, String key) {
        return String.valueOf(details.getOrDefault(key, ""));
    }

    /** Whole seconds, never fewer than asked for and never 0: a client that obeys must not come too early. */
    private static String wholeSeconds(Duration duration) {
        return Long.toString(Math.max(1, duration.plusMillis(999).toSeconds()));
    }
}
