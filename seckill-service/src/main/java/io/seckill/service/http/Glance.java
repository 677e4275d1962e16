package io.seckill.service.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * A look at what a socket has brought, which stays there to be read: whether it can be answered on the spot, without a
 * thread that may have to wait. It says who answers and not what: the call is read by Tomcat afterwards as any other.
 */
final class Glance {

    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] LENGTH = ascii("content-length:");
    private static final byte[] NOTHING = ascii("0\r");
    private static final byte[] ENCODING = ascii("transfer-encoding:");

    /** Tomcat does not read more than that for a call's line and headers. */
    private static final int MOST_HEADERS = 8 * 1024;

    private final ByteBuffer seen = ByteBuffer.allocateDirect(MOST_HEADERS);

    /**
     * @param socket whose lock is held, and that has something to say
     * @param refusal what would be answered
     * @return whether it is one call, its headers all there, without a body and with nothing behind it, that the refusal is
     *     meant for
     */
    synchronized boolean isWholeCall(SocketWrapperBase<NioChannel> socket, Refusal refusal) {
        seen.clear();
        try {
            if (socket.read(false, seen) <= 0) {
                return false;
            }
        } catch (IOException gone) {
            // Whoever is at work on it next will find the same.
            return false;
        }
        seen.flip();
        boolean whole = isOne() && refusal.isMeant(seen);
        socket.unRead(seen);
        return whole;
    }

    private boolean isOne() {
        int end = seen.limit() - END.length;
        for (int i = 0; i < end; i++) {
            if (seen.get(i) == '\n' && (isEnd(i + 1) || announcesBody(i + 1))) {
                return false;
            }
        }
        return is(end, END);
    }

    /** Whether the headers end here, for those too who read lines without a carriage return. */
    private boolean isEnd(int line) {
        return seen.get(line) == '\n' || seen.get(line) == '\r' && seen.get(line + 1) == '\n';
    }

    private boolean announcesBody(int line) {
        return is(line, ENCODING) || is(line, LENGTH) && !isNothing(line + LENGTH.length);
    }

    private boolean isNothing(int at) {
        return is(at, NOTHING) || seen.get(at) == ' ' && is(at + 1, NOTHING);
    }

    /** Whether this is what stands there, in whatever capitals. */
    private boolean is(int at, byte[] wanted) {
        if (at < 0 || at + wanted.length > seen.limit()) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (Character.toLowerCase((char) seen.get(at + i)) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
