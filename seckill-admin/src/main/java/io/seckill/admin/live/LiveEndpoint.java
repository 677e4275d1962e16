package io.seckill.admin.live;

import io.seckill.admin.web.RequestId;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What the live screen listens to. */
@RestController
class LiveEndpoint {

    private final LiveHub hub;

    LiveEndpoint(LiveHub hub) {
        this.hub = hub;
    }

    @GetMapping(path = "/admin/api/live/{id}", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter stream(@PathVariable String id, HttpSession session, HttpServletResponse response) {
        // A proxy that collects answers before it passes them on would show nothing.
        response.setHeader("X-Accel-Buffering", "no");
        return hub.join(RequestId.read("id", id), session.getId());
    }
}
