package io.seckill.admin.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.springframework.web.servlet.HandlerInterceptor;

/** Hands a {@link KeptForm} to the page it belongs to, once; every page says so, and pages with fields fill them in. */
final class KeptForms implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        HttpSession session = request.getSession(false);
        if (session != null && session.getAttribute(KeptForm.ATTRIBUTE) instanceof String text) {
            KeptForm.read(text)
                    .filter(form -> form.page().equals(request.getRequestURI()))
                    .ifPresent(form -> {
                        session.removeAttribute(KeptForm.ATTRIBUTE);
                        request.setAttribute(KeptForm.ATTRIBUTE, form);
                    });
        }
        return true;
    }
}
