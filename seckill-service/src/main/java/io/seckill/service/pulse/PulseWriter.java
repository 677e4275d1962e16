package io.seckill.service.pulse;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Tells once a second what this process has counted, if it is an api or a worker. One write at a time, waited for by
 * nobody: while Redis does not answer nothing piles up, and the next one after that tells everything, since the counts
 * are totals.
 */
@Component
class PulseWriter implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PulseWriter.class);
    private static final Set<String> TELLING = Set.of("api", "worker");

    private final PulseBook book;
    private final OrderTally tally;
    private final WorkerFigures worker;
    private final PulseProperties properties;
    private final String process;
    private final String node = nodeName();
    private volatile boolean underWay;
    private @Nullable ScheduledExecutorService beats;

    PulseWriter(
            PulseBook book,
            OrderTally tally,
            WorkerFigures worker,
            PulseProperties properties,
            Environment environment) {
        this.book = book;
        this.tally = tally;
        this.worker = worker;
        this.properties = properties;
        this.process = environment.getProperty("seckill.process", "");
    }

    private static String nodeName() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "?";
        }
        return host + "/" + ProcessHandle.current().pid() + "/"
                + UUID.randomUUID().toString().substring(0, 4);
    }

    @Override
    public synchronized void start() {
        if (beats != null || !properties.enabled() || !TELLING.contains(process)) {
            return;
        }
        beats = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "pulse");
            thread.setDaemon(true);
            return thread;
        });
        long interval = properties.interval().toMillis();
        beats.scheduleWithFixedDelay(this::beat, interval, interval, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        if (underWay) {
            return;
        }
        try {
            underWay = true;
            Pulse pulse = new Pulse(0, node, process, tally.counts(), process.equals("worker") ? worker.read() : null);
            CompletionStage<?> written = book.write(pulse);
            written.whenComplete((answer, failure) -> {
                underWay = false;
                if (failure != null) {
                    log.debug("[service] the pulse was not written: {}", failure.toString());
                }
            });
        } catch (RuntimeException e) {
            underWay = false;
            log.warn("[service] the pulse cannot be written", e);
        }
    }

    @Override
    public synchronized void stop() {
        if (beats != null) {
            beats.shutdownNow();
            beats = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return beats != null;
    }
}
