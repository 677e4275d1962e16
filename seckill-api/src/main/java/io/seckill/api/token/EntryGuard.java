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

    /**
     * Lets an order pass, or throws.
     *
     * @param activityId the activity
     * @param userId the user
     * @param shown the purchase token, where one was sent
     * @throws SeckillException FORBIDDEN with the reason, or SYSTEM_BUSY if nobody can tell; nothing was placed
     */
    public void admit(long activityId, long userId, ShownToken shown) {
        requireEligible(activityId, userId);
        if (requiresAll || requiredBy.contains(activityId)) {
            requireToken(activityId, userId, shown.text());
        }
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

    private void requireToken(long activityId, long userId, @Nullable String text) {
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
        if (!used.use(activityId, token.nonce(), goodFor)) {
            throw forbidden("token_used");
        }
    }

    static SeckillException forbidden(String reason) {
        return new SeckillException(ErrorCode.FORBIDDEN, reason, Map.of("reason", reason), null, null);
    }
}
