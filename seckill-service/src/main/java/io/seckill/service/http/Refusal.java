package io.seckill.service.http;

import java.nio.ByteBuffer;
import org.apache.coyote.Request;
import org.jspecify.annotations.Nullable;

/** What a call is told that came when there were too many. */
public interface Refusal {

    /**
     * @param request its line and headers; it has no body
     * @return the answer as it goes over the wire, status line, headers and body; or {@code null} if this call is answered
     *     as any other nevertheless
     */
    byte @Nullable [] of(Request request);

    /**
     * @param call as it came over the wire, its line and headers whole; neither position nor limit are moved
     * @return whether {@link #of} has an answer to a call that begins so, if it is sound and has no body
     */
    boolean isMeant(ByteBuffer call);

    /** {@return the same for a call of which nothing is known, and whose connection ends with it} */
    byte[] last();
}
