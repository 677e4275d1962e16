package io.seckill.service.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * Answers what Tomcat refuses before it knows an application to ask, such as what is no HTTP: with the number alone, and
 * not with a page that names the server.
 */
public class BareErrorValve extends ErrorReportValve {

    private static final int FIRST_ERROR = 400;

    /** Also of use to whoever has an answer of their own. */
    protected BareErrorValve() {}

    @Override
    protected final void report(Request request, Response response, @Nullable Throwable failure) {
        if (!isAnybodyThere(response)
                || response.getStatus() < FIRST_ERROR
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        try {
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            StrictHeaders.add(response);
            String text = text(request, response);
            response.getReporter().write(text);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // Nobody is left to be answered.
        }
    }

    /**
     * What the answer says.
     *
     * @param request the request, as far as it was understood
     * @param response gets the type of the text, and another status where Tomcat's is wrong
     * @return the text
     */
    protected String text(Request request, Response response) {
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        return response.getStatus() + "\n";
    }

    /** A client that hung up is no fault of ours, although Tomcat calls it one. */
    private static boolean isAnybodyThere(Response response) {
        AtomicBoolean there = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, there);
        return there.get();
    }
}
