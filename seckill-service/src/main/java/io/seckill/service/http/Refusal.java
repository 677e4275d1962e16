package io.seckill.service.http;

import org.apache.coyote.Request;
import org.jspecify.annotations.Nullable;

/** What a call is told that came when there were too many. */
@FunctionalInterface
public interface Refusal {

    /**
     * @param request its line and headers; it has no body
     * @return the answer as it goes over the wire, status line, headers and body; or {@code null} if this call is answered
     *     as any other nevertheless
     */
    byte @Nullable [] of(Request request);
}
