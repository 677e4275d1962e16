package io.seckill.api.web;

import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;

/** Every failure inside Spring MVC, in the envelope. */
@RestControllerAdvice
class ApiExceptionHandler {

    private final Failures failures;

    ApiExceptionHandler(Failures failures) {
        this.failures = failures;
    }

    @ExceptionHandler
    ResponseEntity<Result<?>> failed(Exception failure, Locale locale) {
        return failures.answer(failure, locale);
    }

    @ExceptionHandler
    ResponseEntity<Result<?>> nobodyAnswered(AsyncRequestTimeoutException failure, Locale locale) {
        return failures.answer(SeckillException.busy("no answer in time", failure), locale);
    }

    /** The client is gone: there is nobody to answer. */
    @ExceptionHandler
    @Nullable ResponseEntity<Result<?>> clientGone(AsyncRequestNotUsableException failure) {
        return null;
    }
}
