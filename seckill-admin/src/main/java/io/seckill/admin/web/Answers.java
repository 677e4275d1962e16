package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Puts answers into the envelope. */
@Component
public class Answers {

    private final Texts texts;

    Answers(Texts texts) {
        this.texts = texts;
    }

    /**
     * Done as asked.
     *
     * @param data what the answer carries
     * @param locale the reader's
     * @param <T> its type
     * @return 200 OK
     */
    public <T> ResponseEntity<Result<T>> ok(T data, Locale locale) {
        return ok(data, texts.of(ErrorCode.OK, locale));
    }

    /**
     * Done as asked, in other words than usual.
     *
     * @param data what the answer carries
     * @param message what was done
     * @param <T> its type
     * @return 200 OK
     */
    public <T> ResponseEntity<Result<T>> ok(T data, String message) {
        return ResponseEntity.ok(Result.of(ErrorCode.OK, message, data));
    }

    /**
     * Not done.
     *
     * @param refusal why
     * @param locale the reader's
     * @return the refusal under the status of its code
     */
    public ResponseEntity<Result<@Nullable Object>> refusal(SeckillException refusal, Locale locale) {
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(refusal.code().httpStatus()).contentType(MediaType.APPLICATION_JSON);
        if (refusal.retryAfter() != null) {
            answer.header(
                    HttpHeaders.RETRY_AFTER, Long.toString(refusal.retryAfter().toSeconds()));
        }
        Map<String, Object> details = refusal.details();
        return answer.body(Result.of(refusal.code(), texts.of(refusal, locale), details.isEmpty() ? null : details));
    }
}
