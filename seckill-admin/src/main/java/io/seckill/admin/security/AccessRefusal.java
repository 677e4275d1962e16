package io.seckill.admin.security;

import io.seckill.admin.web.RefusalWriter;
import io.seckill.common.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.stereotype.Component;

/** What somebody hears who is not signed in, or whose change carries no valid token. */
@Component
class AccessRefusal implements AuthenticationEntryPoint, AccessDeniedHandler {

    private final RefusalWriter refusals;

    AccessRefusal(RefusalWriter refusals) {
        this.refusals = refusals;
    }

    private static boolean isApi(HttpServletRequest request) {
        return RefusalWriter.isApi(request.getRequestURI());
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException fault)
            throws IOException {
        if (isApi(request)) {
            refusals.write(ErrorCode.UNAUTHENTICATED, request, response);
        } else {
            response.sendRedirect(request.getContextPath() + "/login");
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException fault)
            throws IOException {
        if (isApi(request)) {
            refusals.write(ErrorCode.FORBIDDEN, request, response);
        } else {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }
}
