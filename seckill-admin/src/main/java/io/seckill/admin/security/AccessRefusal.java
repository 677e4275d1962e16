package io.seckill.admin.security;

import io.seckill.admin.web.KeptForm;
import io.seckill.admin.web.RefusalWriter;
import io.seckill.admin.web.SignInAgain;
import io.seckill.common.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;
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
            boolean ended = request.getRequestedSessionId() != null && !request.isRequestedSessionIdValid();
            response.sendRedirect(request.getContextPath() + SignInGate.PAGE + (ended ? "?ended" : ""));
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException fault)
            throws IOException {
        if (isApi(request)) {
            refusals.write(ErrorCode.FORBIDDEN, request, response);
        } else if (fault instanceof CsrfException) {
            tokenIsOfNoUse(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }

    /** Most often the session has ended in which the page was made: whoever filled in a form there gets it back. */
    private static void tokenIsOfNoUse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<KeptForm> kept = KeptForm.sentBy(request);
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        if (user == null || user instanceof AnonymousAuthenticationToken) {
            String text = kept.map(KeptForm::text).orElse(null);
            new SignInAgain("ended", 0, text).show(HttpServletResponse.SC_FORBIDDEN, request, response);
        } else if (kept.isPresent()) {
            kept.get().leave(request);
            response.sendRedirect(request.getContextPath() + kept.get().page());
        } else {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }
}
