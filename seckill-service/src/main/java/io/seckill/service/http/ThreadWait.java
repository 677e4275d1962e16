package io.seckill.service.http;

import java.util.concurrent.Executor;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * How long what has arrived waited for a thread to run on, or for a processor if every request has a thread: the time by
 * which a server that is asked for more than it can do falls behind.
 */
public final class ThreadWait {

    private static final ThreadLocal<Long> WAITED = new ThreadLocal<>();

    private ThreadWait() {}

    /** {@return for how long the request that this thread is at waited, in nanoseconds} */
    public static long nanos() {
        Long waited = WAITED.get();
        return waited == null ? 0 : waited;
    }

    /** Tomcat's endpoint, whose tasks are noted. */
    static final class Endpoint extends NioEndpoint {

        private volatile @Nullable Noting noting;

        @Override
        public @Nullable Executor getExecutor() {
            Executor threads = super.getExecutor();
            if (threads == null) {
                return null;
            }
            Noting known = noting;
            if (known == null || known.threads != threads) {
                known = new Noting(threads);
                noting = known;
            }
            return known;
        }
    }

    /** Notes when each task came. */
    private record Noting(Executor threads) implements Executor {

        @Override
        public void execute(Runnable task) {
            long came = System.nanoTime();
            threads.execute(() -> {
                WAITED.set(System.nanoTime() - came);
                task.run();
            });
        }
    }
}
