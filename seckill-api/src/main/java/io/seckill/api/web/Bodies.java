package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Which requests may bring a body, and how large. */
final class Bodies {

    /** A body of more than this is called too large rather than of a wrong type. */
    private static final long LARGE = 4096;

    private final List<BodyPaths> allowed;

    Bodies(List<BodyPaths> allowed) {
        this.allowed = allowed;
    }

    /** {@return whether there is a body, or may be one} */
    static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }

    /** {@return the most that may come, 0 where no body is taken} */
    int most(HttpServletRequest request) {
        return allowed.stream()
                .filter(paths -> paths.paths().contains(request.getRequestURI()))
                .mapToInt(BodyPaths::maxBytes)
                .findFirst()
                .orElse(0);
    }

    /**
     * Why a body is not taken, as far as the headers tell.
     *
     * @param request a request that has a body
     * @return the refusal, or {@code null} if it may be read
     */
    @Nullable SeckillException refusal(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        int most = most(request);
        if (most > 0 && length <= most) {
            return null;
        }
        if (length > LARGE) {
            return tooLarge();
        }
        if (request.getContentType() != null) {
            return new SeckillException(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "body");
        }
        return SeckillException.invalid("body", "not_wanted");
    }

    static SeckillException tooLarge() {
        return new SeckillException(ErrorCode.PAYLOAD_TOO_LARGE, "body");
    }
}
