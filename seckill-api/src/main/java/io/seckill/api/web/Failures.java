package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.coyote.BadRequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;

/** Turns whatever went wrong into an answer. What broke is told to the log; the client gets a number to quote. */
@Component
class Failures {

    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    /** While a store is away every request is answered busy; the log says so once in so many nanoseconds. */
    private static final long SAY_BUSY_EVERY = 5_000_000_000L;

    private final Answers answers;
    private final AtomicLong busySaidAt = new AtomicLong(System.nanoTime() - SAY_BUSY_EVERY);

    Failures(Answers answers) {
        this.answers = answers;
    }

    /** The answer to a failure; a fault of ours is logged, once and here. */
    ResponseEntity<Result<?>> answer(Throwable failure, Locale locale) {
        if (failure instanceof SeckillException refusal && refusal.code() != ErrorCode.INTERNAL_ERROR) {
            note(refusal);
            return answers.refusal(refusal, locale);
        }
        if (failure instanceof BadRequestException) {
            // Broken chunks, or a client that hung up in the middle of a body.
            return answer(HttpStatus.BAD_REQUEST, locale);
        }
        if (failure instanceof ErrorResponse response
                && !response.getStatusCode().is5xxServerError()) {
            ResponseEntity<Result<?>> answer = answer(response.getStatusCode(), locale);
            HttpHeaders headers = new HttpHeaders();
            headers.addAll(response.getHeaders());
            headers.remove(HttpHeaders.CONTENT_TYPE);
            return ResponseEntity.status(answer.getStatusCode())
                    .headers(headers)
                    .body(answer.getBody());
        }
        return internal(failure, locale);
    }

    /** The answer to a failure of which only its HTTP status is known. */
    ResponseEntity<Result<?>> answer(HttpStatusCode status, Locale locale) {
        return switch (status.value()) {
            case 404 -> answers.of(ErrorCode.NOT_FOUND, null, locale);
            case 405, 501 -> answers.of(ErrorCode.METHOD_NOT_ALLOWED, null, locale);
            case 413, 414, 431 -> answers.of(ErrorCode.PAYLOAD_TOO_LARGE, null, locale);
            case 415 -> answers.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, null, locale);
            case 505 -> answers.refusal(SeckillException.invalid("request", "unreadable"), locale);
            case 503 -> answers.refusal(SeckillException.busy("container", null), locale);
            default ->
                status.is4xxClientError()
                        ? answers.refusal(SeckillException.invalid("request", "unreadable"), locale)
                        : internal(new IllegalStateException("HTTP status " + status.value()), locale);
        };
    }

    private ResponseEntity<Result<?>> internal(Throwable failure, Locale locale) {
        String id = Integer.toHexString(ThreadLocalRandom.current().nextInt() | 0x10000000);
        log.error("[entry] failed, error id {}", id, failure);
        SeckillException told =
                new SeckillException(ErrorCode.INTERNAL_ERROR, "error id " + id, Map.of("errorId", id), null, failure);
        return answers.refusal(told, locale);
    }

    private void note(SeckillException refusal) {
        if (refusal.code() == ErrorCode.SYSTEM_BUSY && isTimeToSayBusy()) {
            log.warn("[entry] answering busy: {}", refusal.getMessage());
        } else {
            log.debug("[entry] refused {}", refusal.code());
        }
    }

    private boolean isTimeToSayBusy() {
        long last = busySaidAt.get();
        long now = System.nanoTime();
        return now - last >= SAY_BUSY_EVERY && busySaidAt.compareAndSet(last, now);
    }
}
