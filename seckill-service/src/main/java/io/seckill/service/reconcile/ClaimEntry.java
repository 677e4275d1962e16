package io.seckill.service.reconcile;

import io.seckill.common.CanonicalId;
import io.seckill.service.order.Claim;
import org.jspecify.annotations.Nullable;

/**
 * What the claims' hash holds for one user.
 *
 * @param userId the user; 0 if the field is no user id
 * @param text the claim as it is
 * @param claim the same read; {@code null} if it is no claim
 */
record ClaimEntry(long userId, String text, @Nullable Claim claim) {

    static ClaimEntry read(String user, String text) {
        long userId = CanonicalId.parse(user).orElse(0);
        try {
            return new ClaimEntry(userId, text, userId == 0 ? null : Claim.parse(text));
        } catch (IllegalArgumentException e) {
            return new ClaimEntry(userId, text, null);
        }
    }
}
