package io.seckill.api.entry;

import java.util.Optional;

/**
 * Who may take part in a sale: members only, one's first order, a city. A shop provides a bean of this type; without one
 * everybody may, and asking costs nothing.
 *
 * <p>It is asked on every order, before anything is taken from the stock, by many threads at once; whoever has to look
 * somewhere else should remember what was found. What it throws ends the call as SYSTEM_BUSY: nothing was placed.
 */
@FunctionalInterface
public interface Eligibility {

    /**
     * Whether a user may take part.
     *
     * @param activityId the activity, as asked for; there may be none of this id
     * @param userId the user
     * @return empty if so; else why not, a code of small letters, digits and underscores that the storefront is told
     */
    Optional<String> reasonAgainst(long activityId, long userId);
}
