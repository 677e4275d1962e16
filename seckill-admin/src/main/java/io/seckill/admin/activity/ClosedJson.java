package io.seckill.admin.activity;

import io.seckill.service.activity.ActivityState;

/**
 * A sale that was closed.
 *
 * @param activityId the activity
 * @param state CLOSED
 */
record ClosedJson(String activityId, ActivityState state) {}
