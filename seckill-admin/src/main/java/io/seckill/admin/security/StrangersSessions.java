package io.seckill.admin.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Each look at the sign-in page makes a session, for its token: short ones, so that nobody fills the memory with them. */
@Component
class StrangersSessions implements HttpSessionListener {

    private static final Duration SHORT = Duration.ofMinutes(10);

    @Override
    public void sessionCreated(HttpSessionEvent event) {
        HttpSession session = event.getSession();
        session.setMaxInactiveInterval(Math.min(session.getMaxInactiveInterval(), (int) SHORT.toSeconds()));
    }

    /** Somebody has signed in: their session lasts as long as the settings say. */
    static void lengthen(HttpServletRequest request) {
        Duration usual = Duration.ofMinutes(request.getServletContext().getSessionTimeout());
        request.getSession().setMaxInactiveInterval((int) usual.toSeconds());
    }
}
