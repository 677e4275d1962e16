package io.seckill.api.entry;

import org.jspecify.annotations.Nullable;

/**
 * What somebody must have solved to get a purchase token: a puzzle, a code sent to a phone, a judgement of a service that
 * knows robots. A shop provides a bean of this type; without one nothing is asked.
 *
 * <p>What it throws ends the call as SYSTEM_BUSY: no token is given out.
 */
@FunctionalInterface
public interface Challenge {

    /** The header in which the client shows what it has solved. */
    String HEADER = "X-Seckill-Challenge";

    /**
     * Whether it was solved.
     *
     * @param activityId the activity, which exists and is on
     * @param userId the user
     * @param shown what the client sent in {@link #HEADER}, or {@code null}; up to 8 KB of anything
     * @return whether the user may have a token
     */
    boolean isSolved(long activityId, long userId, @Nullable String shown);
}
