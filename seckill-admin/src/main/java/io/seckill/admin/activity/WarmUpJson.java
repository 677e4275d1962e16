package io.seckill.admin.activity;

/**
 * A warm-up that was done.
 *
 * @param activityId the activity
 * @param units units granted to Redis
 * @param epoch the epoch they are sold under
 * @param gateOpen whether the gate is open already; if not, the worker opens it
 */
record WarmUpJson(String activityId, long units, long epoch, boolean gateOpen) {}
