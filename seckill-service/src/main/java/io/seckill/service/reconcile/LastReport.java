package io.seckill.service.reconcile;

import java.util.List;

/**
 * The last report of one activity.
 *
 * @param activityId the activity
 * @param ageSeconds how long ago that was
 * @param open findings in it that nobody has repaired
 */
public record LastReport(long activityId, double ageSeconds, List<Finding> open) {}
