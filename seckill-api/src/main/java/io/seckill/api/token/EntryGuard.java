package io.seckill.api.token;

import io.seckill.api.entry.Eligibility;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Stands between a user who may call and the sale: whom the shop lets take part, and who shows an unused purchase token
 * where one is required. As delivered it lets everybody pass and asks nobody.
 */
@Component
public class EntryGuard {

    private static final Pattern CODE = Pattern.compile("[a-z0-9_]{1,64}");

    private final @Nullable Eligibility eligibility;
    private final @Nullable PurchaseTokens tokens;
    private final UsedTokens used;
    private final Clock clock;
    private final boolean requiresAll;
    private final Set<Long> requiredBy;

    EntryGuard(
            ObjectProvider<Eligibility> eligibility, PurchaseTokenProperties settings, UsedTokens used, Clock clock) {
        this.eligibility = eligibility.getIfAvailable();
        this.tokens = PurchaseTokens.of(settings, clock);
        this.used = used;
        this.clock = clock;
        this.requiresAll = settings.requiresAll();
        this.requiredBy = settings.requiredActivities();
    }

    /** What lets an order pass. */
    public interface Pass {

        /** {@return whether its token has been used before: an order of this user may have come of it} */
        boolean wasUsed();

        /** Makes its token good again: it is certain that no order came of it. */
        void giveBack();
    }

    /** Nothing was asked for. */
    private static final Pass FREE = new Pass() {
        @Override
        public boolean wasUsed() {
            return false;
        }

        @Override
        public void giveBack() {
            // There is nothing to give back.
        }
    };

    private record Used(UsedTokens tokens, long activityId, String nonce, boolean wasUsed) implements Pass {

        @Override
        public void giveBack() {
            tokens.forget(activityId, nonce);
        }
    }

    /**
     * Lets an order pass, or throws.
     *
     * @param activityId the activity
     * @param userId the user
     * @param shown the purchase token, where one was sent
     * @return the pass; with a token that was used before it does not let a new order pass
     * @throws SeckillException FORBIDDEN with the reason, or SYSTEM_BUSY if nobody can tell; nothing was placed
     */
    public Pass admit(long activityId, long userId, ShownToken shown) {
        requireEligible(activityId, userId);
        return requiresAll || requiredBy.contains(activityId) ? useToken(activityId, userId, shown.text()) : FREE;
    }

    /** Throws FORBIDDEN if the shop does not let a user take part. */
    void requireEligible(long activityId, long userId) {
        if (eligibility == null) {
            return;
        }
        Optional<String> against;
        try {
            against = eligibility.reasonAgainst(activityId, userId);
        } catch (RuntimeException e) {
            throw SeckillException.busy("the shop's eligibility does not answer: " + e, e);
        }
        if (against.isPresent()) {
            String why = CODE.matcher(against.get()).matches() ? against.get() : "other";
            Map<String, Object> details = Map.of("reason", "not_eligible", "why", why);
            throw new SeckillException(ErrorCode.FORBIDDEN, "not eligible", details, null, null);
        }
    }

    private Pass useToken(long activityId, long userId, @Nullable String text) {
        if (text == null || tokens == null) {
            throw forbidden("token_missing");
        }
        PurchaseTokens.Token token = tokens.read(text, activityId, userId);
        if (token == null) {
            throw forbidden("token_invalid");
        }
        Duration goodFor = Duration.between(clock.instant(), token.expiry());
        if (goodFor.isNegative() || goodFor.toMillis() == 0) {
            throw forbidden("token_expired");
        }
        boolean first = used.use(activityId, token.nonce(), goodFor);
        return new Used(used, activityId, token.nonce(), !first);
    }

    /** {@return the refusal of a token that was used before, by whoever has no order to show for it} */
    public static SeckillException usedBefore() {
        return forbidden("token_used");
    }

    static SeckillException forbidden(String reason) {
        return new SeckillException(ErrorCode.FORBIDDEN, reason, Map.of("reason", reason), null, null);
    }
}
