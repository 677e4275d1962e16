package io.seckill.common.stores;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of the JVM. Servers go last: Spring contexts still talk to them while closing. With Spring Boot on the class
 * path this therefore runs in Boot's shutdown handlers, which come after the contexts. Boot runs these only if it has
 * had an application to run, so that a hook of our own stands by for the other case.
 */
final class Shutdown {

    private static final String BOOT_HOOK = "SpringApplicationShutdownHook";
    private static final long CONTEXTS_MAY_TAKE_SECONDS = 60;

    private static final Set<ServerProcess> SERVERS = ConcurrentHashMap.newKeySet();
    private static final Deque<Runnable> LAST = new ArrayDeque<>();
    private static final CountDownLatch DONE = new CountDownLatch(1);
    private static boolean installed;
    private static volatile boolean begun;

    private Shutdown() {}

    /** From now on a server is ended with the JVM. */
    static void register(ServerProcess server) {
        install();
        SERVERS.add(server);
    }

    static void forget(ServerProcess server) {
        SERVERS.remove(server);
    }

    /** Runs when the JVM ends, before servers that are still there are killed; the newest action first. */
    static void atEnd(Runnable action) {
        install();
        synchronized (LAST) {
            LAST.push(action);
        }
    }

    private static synchronized void install() {
        if (installed) {
            return;
        }
        installed = true;
        boolean boot = addToSpringBoot(Shutdown::end);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> endUnlessBootDoes(boot), "stores-shutdown"));
    }

    private static boolean addToSpringBoot(Runnable end) {
        try {
            Object handlers = Class.forName("org.springframework.boot.SpringApplication")
                    .getMethod("getShutdownHandlers")
                    .invoke(null);
            Class.forName("org.springframework.boot.SpringApplicationShutdownHandlers")
                    .getMethod("add", Runnable.class)
                    .invoke(handlers, end);
            return true;
        } catch (ReflectiveOperationException | LinkageError noSpringBoot) {
            return false;
        }
    }

    private static void endUnlessBootDoes(boolean boot) {
        try {
            // The JVM starts its hooks one after the other; Boot's may be a moment behind this one.
            boolean done = boot && DONE.await(100, TimeUnit.MILLISECONDS);
            if (!done && boot && bootHookRuns()) {
                done = DONE.await(CONTEXTS_MAY_TAKE_SECONDS, TimeUnit.SECONDS);
            }
            if (!done) {
                end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean bootHookRuns() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(BOOT_HOOK));
    }

    /** Whether the end has begun: a server started now would outlive it. */
    static boolean begun() {
        return begun;
    }

    private static void end() {
        begun = true;
        List<Runnable> actions;
        synchronized (LAST) {
            actions = List.copyOf(LAST);
            LAST.clear();
        }
        for (Runnable action : actions) {
            attempt(action);
        }
        killServers();
        DONE.countDown();
    }

    /** Kills every server of this JVM that still runs. */
    static void killServers() {
        List.copyOf(SERVERS).forEach(server -> attempt(server::kill9));
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            StoreLog.say("while stopping: " + e);
        }
    }
}
