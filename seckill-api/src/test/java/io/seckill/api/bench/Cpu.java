package io.seckill.api.bench;

import java.time.Duration;

/** Processor time of a process, user and system, as the operating system counts it: {@code /proc/<pid>/stat} on Linux. */
final class Cpu {

    private Cpu() {}

    static double seconds(long pid) {
        return ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .map(Duration::toNanos)
                        .orElseThrow(() -> new IllegalStateException("no process " + pid))
                / 1e9;
    }
}
