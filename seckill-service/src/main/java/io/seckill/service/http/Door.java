package io.seckill.service.http;

import io.seckill.service.http.CallsInHand.Place;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Stands in front of the servlet container and turns away who came too many, for the price of reading his headers and
 * writing some hundred bytes. Past Tomcat's own response too, which would end the connection with each 503: a crowd that
 * is told to come again would have to be let in again, and that is dearer than the answer.
 */
final class Door implements Adapter {

    private static final int FIRST_ERROR = 400;

    private final Adapter behind;
    private final CallsInHand calls;
    private final Supplier<SocketWrapperBase<?>> socket;

    Door(Adapter behind, CallsInHand calls, Supplier<SocketWrapperBase<?>> socket) {
        this.behind = behind;
        this.calls = calls;
        this.socket = socket;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        Place place = calls.tooMany();
        Refusal refusal = place == null ? null : calls.refusal();
        if (refusal == null) {
            behind.service(request, response);
            return;
        }
        byte[] answer = isSound(response) && !hasBody(request) ? refusal.of(request) : null;
        if (answer != null) {
            say(answer, response);
        } else if (place == Place.IN_LINE) {
            behind.service(request, response);
        } else {
            // It looked like a crowd's at a glance and is not sound. Here nothing may be waited for.
            say(refusal.last(), response);
            response.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    /** Without waiting for who does not read: the little that is said fits, unless much before it has not been read. */
    private void say(byte[] answer, Response response) {
        response.setCommitted(true);
        try {
            socket.get().write(false, answer, 0, answer.length);
            if (!socket.get().flush(false)) {
                return;
            }
        } catch (IOException gone) {
            // Crowds hang up. Left to Tomcat it would be an error with a stack trace each.
        }
        response.action(ActionCode.CLOSE_NOW, null);
    }

    /** Tomcat has already made up its mind about a call that is no HTTP, and its answer is behind this door. */
    private static boolean isSound(Response response) {
        return response.getStatus() < FIRST_ERROR;
    }

    /** What is not read would be waited for. */
    private static boolean hasBody(Request request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
        return behind.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
        return behind.asyncDispatch(request, response, event);
    }

    @Override
    public void log(Request request, Response response, long time) {
        behind.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
        behind.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
        return behind.getDomain();
    }
}
