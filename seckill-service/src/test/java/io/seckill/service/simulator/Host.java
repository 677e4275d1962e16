package io.seckill.service.simulator;

import java.util.function.Function;

/**
 * A process: actors that share a memory, are stopped together and die together. Its memory is made anew at each start.
 *
 * @param <M> what it has in memory
 */
final class Host<M> {

    final String name;
    private final Function<String, M> boot;
    private M memory;
    private int starts;
    private long upAt;

    /**
     * @param boot makes the memory, given a name that no earlier start had
     */
    Host(String name, Function<String, M> boot) {
        this.name = name;
        this.boot = boot;
    }

    M memory() {
        if (memory == null) {
            memory = boot.apply(name + ++starts);
        }
        return memory;
    }

    /** Loses its memory, or only stands still. */
    void down(long until, boolean forgets) {
        upAt = Math.max(upAt, until);
        if (forgets) {
            memory = null;
        }
    }

    long upAt() {
        return upAt;
    }

    void upNow(long now) {
        upAt = Math.min(upAt, now);
    }
}
