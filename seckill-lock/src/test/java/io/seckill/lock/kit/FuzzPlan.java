package io.seckill.lock.kit;

import java.time.Duration;

/**
 * What a fuzz does.
 *
 * @param nodes whose locks; a public class with a public constructor without arguments
 * @param redis where
 * @param processes how many JVMs at once
 * @param threads in each
 * @param increments how many each thread does, for as long as {@code time} is zero
 * @param time how long to go on, when it is not about a number
 * @param lease of fixed and of renewed locks
 * @param pauses whether holders pause beyond their lease, are stopped by SIGSTOP, and are killed by SIGKILL
 * @param seed of all chance
 */
public record FuzzPlan(
        Class<? extends LockNodes> nodes,
        RedisAddress redis,
        int processes,
        int threads,
        int increments,
        Duration time,
        Duration lease,
        boolean pauses,
        long seed) {

    /**
     * Nobody pauses: mutual exclusion must be perfect.
     *
     * @param nodes whose locks
     * @param redis where
     * @param increments how many each of the two times four threads does
     * @param seed of all chance
     * @return the plan
     */
    public static FuzzPlan steady(Class<? extends LockNodes> nodes, RedisAddress redis, int increments, long seed) {
        return new FuzzPlan(nodes, redis, 2, 4, increments, Duration.ZERO, Duration.ofSeconds(30), false, seed);
    }

    /**
     * Holders pause beyond their lease, are stopped, and are killed.
     *
     * @param nodes whose locks
     * @param redis where
     * @param time how long to go on
     * @param seed of all chance
     * @return the plan
     */
    public static FuzzPlan rough(Class<? extends LockNodes> nodes, RedisAddress redis, Duration time, long seed) {
        return new FuzzPlan(nodes, redis, 2, 4, 0, time, Duration.ofMillis(120), true, seed);
    }
}
