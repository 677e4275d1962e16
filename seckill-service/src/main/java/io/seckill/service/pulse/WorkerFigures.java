package io.seckill.service.pulse;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** What the queue's own meters say: they are read once a beat, so nothing is counted twice. */
@Component
class WorkerFigures {

    private final MeterRegistry meters;

    WorkerFigures(MeterRegistry meters) {
        this.meters = meters;
    }

    Pulse.WorkerCount read() {
        Gauge threads = meters.find("seckill.queue.workers.alive").gauge();
        return new Pulse.WorkerCount(
                messages("done"),
                messages("retried"),
                messages("buried"),
                threads == null ? 0 : (long) threads.value());
    }

    private long messages(String outcome) {
        FunctionCounter counter =
                meters.find("seckill.queue.messages").tag("outcome", outcome).functionCounter();
        return counter == null ? 0 : (long) counter.count();
    }
}
