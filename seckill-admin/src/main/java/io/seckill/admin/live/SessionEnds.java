package io.seckill.admin.live;

import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import org.springframework.stereotype.Component;

/** A stream does not outlive the session that it was opened by. */
@Component
class SessionEnds implements HttpSessionListener {

    private final LiveHub hub;

    SessionEnds(LiveHub hub) {
        this.hub = hub;
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        hub.ended(event.getSession().getId());
    }
}
