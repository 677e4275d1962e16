package io.seckill.admin.web;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Tells every page whether its reader may change anything, so that nobody is shown a form that would be refused. */
@ControllerAdvice(annotations = Controller.class)
class WhoLooks {

    @ModelAttribute("mayChange")
    boolean mayChange(HttpServletRequest request) {
        return request.isUserInRole("OPERATOR");
    }
}
