package io.seckill.api.identity;

import io.seckill.common.CanonicalId;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One way to tell who is asking. */
interface Identity {

    /**
     * Reads the identity of a request.
     *
     * @param request the request
     * @return the user
     * @throws SeckillException {@link ErrorCode#UNAUTHENTICATED} with the reason, or {@link ErrorCode#SYSTEM_BUSY} if
     *     the one to ask is away
     */
    UserId of(HttpServletRequest request);

    /** {@return what {@code WWW-Authenticate} says to who was refused} */
    String challenge();

    /** The refusal of an identity; the reason is a key below {@code unauthenticated.} in the message bundles. */
    static SeckillException refused(String reason) {
        return new SeckillException(ErrorCode.UNAUTHENTICATED, reason, Map.of("reason", reason), null, null);
    }

    /** A user id in its one form. */
    static UserId user(@Nullable String text) {
        return new UserId(CanonicalId.parse(text).orElseThrow(() -> refused("subject")));
    }

    /** A header that counts only if it is there exactly once. */
    static @Nullable String onlyHeader(HttpServletRequest request, String name) {
        Enumeration<String> values = request.getHeaders(name);
        if (!values.hasMoreElements()) {
            return null;
        }
        String value = values.nextElement();
        if (values.hasMoreElements()) {
            throw refused("malformed");
        }
        return value;
    }
}
