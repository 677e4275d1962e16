package io.seckill.api.web;

import io.seckill.common.Result;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Locale;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where the container sends what failed outside Spring MVC. */
@RestController
class ApiErrorController implements ErrorController {

    private final Failures failures;

    ApiErrorController(Failures failures) {
        this.failures = failures;
    }

    @RequestMapping("${spring.web.error.path:${error.path:/error}}")
    public ResponseEntity<Result<?>> error(HttpServletRequest request, Locale locale) {
        Object failed = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        if (failed instanceof IOException) {
            // What the container reads and writes is the client's connection: it hung up, or sent what is no body.
            return failures.answer(HttpStatus.BAD_REQUEST, locale);
        }
        if (failed instanceof Throwable failure) {
            return failures.answer(failure, locale);
        }
        // Without a status somebody has asked for this address by its name.
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        return failures.answer(status instanceof Integer s ? HttpStatus.valueOf(s) : HttpStatus.NOT_FOUND, locale);
    }
}
