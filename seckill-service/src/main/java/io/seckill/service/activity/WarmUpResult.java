package io.seckill.service.activity;

/** What came of pressing the warm-up button. Of all presses for one activity, exactly one is {@link Warmed}. */
public sealed interface WarmUpResult {

    /**
     * This press put the stock into Redis, or finished what an earlier one had begun.
     *
     * @param units units granted to Redis
     * @param epoch the epoch they are sold under
     * @param open whether the gate is open; if not, the worker opens it as soon as Redis lets it
     */
    record Warmed(long units, long epoch, boolean open) implements WarmUpResult {}

    /** The stock is in Redis already, and maybe selling; nothing was changed. */
    record AlreadyWarm() implements WarmUpResult {}
}
