package io.seckill.admin.activity;

/**
 * A draft that was deleted.
 *
 * @param activityId the activity
 * @param state DELETED
 */
record DeletedJson(String activityId, String state) {}
