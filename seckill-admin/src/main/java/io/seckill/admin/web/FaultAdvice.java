package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.ModelAndView;

/** A program that asks gets the envelope, a person gets a page; neither gets a stack trace. */
@ControllerAdvice
class FaultAdvice {

    private final Answers answers;
    private final Texts texts;

    FaultAdvice(Answers answers, Texts texts) {
        this.answers = answers;
        this.texts = texts;
    }

    /** Whoever listened to a stream has gone: nobody is left to be told. */
    @ExceptionHandler(AsyncRequestNotUsableException.class)
    void gone(AsyncRequestNotUsableException fault, HttpServletResponse response) {}

    @ExceptionHandler(Exception.class)
    Object answer(Exception fault, HttpServletRequest request, HttpServletResponse response, Locale locale) {
        SeckillException refusal = Faults.refusal(fault);
        if (RefusalWriter.isApi(request.getRequestURI())) {
            return answers.refusal(refusal, locale);
        }
        if (refusal.retryAfter() != null) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER, Long.toString(refusal.retryAfter().toSeconds()));
        }
        ModelAndView page = new ModelAndView("error");
        page.setStatus(HttpStatusCode.valueOf(refusal.code().httpStatus()));
        boolean away = refusal.code() == ErrorCode.SYSTEM_BUSY;
        boolean looked = HttpMethod.GET.matches(request.getMethod());
        return page.addObject("retry", away && looked)
                .addObject(
                        "text",
                        away && !looked ? texts.text("fault.unknown", locale) : texts.forPeople(refusal, locale));
    }
}
