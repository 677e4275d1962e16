package io.seckill.service.grab;

/**
 * A buyer's wish.
 *
 * @param activityId the activity, positive
 * @param userId the buyer as the identity proved it, positive
 * @param quantity units, at least 1
 */
public record GrabRequest(long activityId, long userId, int quantity) {

    /** The most units that any request may name; an activity's own limit is usually far below. */
    public static final int MAX_QUANTITY = 9999;

    /**
     * @throws IllegalArgumentException if a number is out of range; nothing of the kind reaches the script
     */
    public GrabRequest {
        if (activityId <= 0 || userId <= 0 || quantity <= 0 || quantity > MAX_QUANTITY) {
            throw new IllegalArgumentException(
                    "activity " + activityId + ", user " + userId + ", quantity " + quantity + ": out of range");
        }
    }
}
