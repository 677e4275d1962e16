package io.seckill.service.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.coyote.BadRequestException;

/**
 * Reads a body as it comes, without a thread that waits for it: thousands of clients that send a byte every few seconds
 * cost a socket each and nothing more. It ends when the body does, when there is too much of it, or when it took too
 * long, and calls its end exactly once.
 */
public final class BodyReading implements ReadListener, AsyncListener {

    private static final int CHUNK = 4096;

    /** What comes of it. */
    @FunctionalInterface
    public interface End {

        /**
         * Goes on with the request, or answers it.
         *
         * @param outcome how the reading ended
         * @param body what was read of it, {@code most} bytes at most
         * @throws IOException if the client is gone
         */
        void reached(Outcome outcome, byte[] body) throws IOException;
    }

    /** How reading a body can end. */
    public enum Outcome {
        /** All of it is there. */
        WHOLE,
        /** There is more of it than is wanted. */
        TOO_LARGE,
        /** It did not come in time. */
        TOO_SLOW,
        /** What came is no body, or its sender is gone: an answer may not reach anybody. */
        BROKEN
    }

    private static final AtomicInteger UNDER_WAY = new AtomicInteger();

    private final AsyncContext context;
    private final ServletInputStream in;
    private final int most;
    private final End end;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final byte[] chunk = new byte[CHUNK];

    private BodyReading(AsyncContext context, ServletInputStream in, int most, End end) {
        this.context = context;
        this.in = in;
        this.most = most;
        this.end = end;
    }

    /**
     * Begins to read.
     *
     * @param request a request of whose body nothing was read
     * @param response its response
     * @param most most bytes to read
     * @param patience longest time to wait for them
     * @param end what happens then, perhaps on another thread
     * @throws IOException if the client is gone
     */
    public static void begin(
            HttpServletRequest request, HttpServletResponse response, int most, Duration patience, End end)
            throws IOException {
        ServletInputStream in = request.getInputStream();
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(patience.toMillis());
        BodyReading reading = new BodyReading(context, in, most, end);
        context.addListener(reading);
        UNDER_WAY.incrementAndGet();
        in.setReadListener(reading);
    }

    /** {@return how many bodies are being read} */
    public static int underWay() {
        return UNDER_WAY.get();
    }

    @Override
    public void onDataAvailable() throws IOException {
        try {
            readWhatIsThere();
        } catch (BadRequestException e) {
            // The container has taken note of it, and answers if there is anybody left.
            onError(e);
        }
    }

    private void readWhatIsThere() throws IOException {
        while (!ended.get() && in.isReady() && !in.isFinished()) {
            int read = in.read(chunk);
            if (read < 0) {
                return;
            }
            if (body.size() + read > most) {
                end(Outcome.TOO_LARGE);
                return;
            }
            body.write(chunk, 0, read);
        }
    }

    @Override
    public void onAllDataRead() throws IOException {
        end(Outcome.WHOLE);
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        end(Outcome.TOO_SLOW);
    }

    /** What came is no body: broken chunks, or a client that went away. */
    @Override
    public void onError(Throwable failure) {
        try {
            end(Outcome.BROKEN);
        } catch (IOException e) {
            context.complete();
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        // The other onError has been told, or the end has been reached.
    }

    @Override
    public void onComplete(AsyncEvent event) {
        if (ended.compareAndSet(false, true)) {
            UNDER_WAY.decrementAndGet();
        }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A controller that answers later begins anew; this reading is over by then.
    }

    private void end(Outcome outcome) throws IOException {
        if (ended.compareAndSet(false, true)) {
            UNDER_WAY.decrementAndGet();
            end.reached(outcome, body.toByteArray());
        }
    }
}
