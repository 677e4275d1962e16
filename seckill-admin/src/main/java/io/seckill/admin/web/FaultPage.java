package io.seckill.admin.web;

import io.seckill.common.ErrorCode;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/** What is told when a request failed before or after the controllers: in the container or a filter. */
@Controller
class FaultPage implements ErrorController {

    private final Texts texts;
    private final RefusalWriter refusals;

    FaultPage(Texts texts, RefusalWriter refusals) {
        this.texts = texts;
        this.refusals = refusals;
    }

    @RequestMapping("/error")
    @Nullable ModelAndView error(HttpServletRequest request, HttpServletResponse response, Locale locale) throws IOException {
        // A body that is none, such as broken chunks, is its sender's fault; Tomcat calls it ours when it arrives late.
        ErrorCode code = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof BadRequestException
                ? ErrorCode.INVALID_ARGUMENT
                : codeOf(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE));
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path
                && RefusalWriter.isApi(path)) {
            refusals.write(code, request, response);
            return null;
        }
        response.setStatus(code.httpStatus());
        if (request.getAttribute(SignInAgain.ATTRIBUTE) instanceof SignInAgain) {
            return new ModelAndView("login");
        }
        return new ModelAndView("error").addObject("text", texts.of(code, locale));
    }

    private static ErrorCode codeOf(@Nullable Object status) {
        if (!(status instanceof Integer number) || number == 404) {
            return ErrorCode.NOT_FOUND;
        }
        return switch (number) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
            case 413 -> ErrorCode.PAYLOAD_TOO_LARGE;
            case 429 -> ErrorCode.RATE_LIMITED;
            default -> number < 500 ? ErrorCode.INVALID_ARGUMENT : ErrorCode.INTERNAL_ERROR;
        };
    }
}
