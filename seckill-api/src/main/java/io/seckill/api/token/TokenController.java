package io.seckill.api.token;

import io.seckill.api.entry.Challenge;
import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.api.web.Answers;
import io.seckill.api.web.ApiCall;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.activity.ActivityCatalog;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.ActivityView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Gives out purchase tokens, once the sale is on and to whom the shop lets near it. */
@RestController
class TokenController {

    private static final Logger log = LoggerFactory.getLogger(TokenController.class);

    private final @Nullable PurchaseTokens tokens;
    private final @Nullable Challenge challenge;
    private final EntryGuard guard;
    private final ActivityCatalog catalog;
    private final Answers answers;

    TokenController(
            PurchaseTokenProperties settings,
            Clock clock,
            ObjectProvider<Challenge> challenge,
            EntryGuard guard,
            ActivityCatalog catalog,
            Answers answers) {
        this.tokens = PurchaseTokens.of(settings, clock);
        this.challenge = challenge.getIfAvailable();
        this.guard = guard;
        this.catalog = catalog;
        this.answers = answers;
    }

    /**
     * A token in an answer.
     *
     * @param token to be sent in the header {@code X-Seckill-Token} of the order
     * @param activityId the activity it is good for
     * @param expiresAt until when
     */
    record Issued(String token, String activityId, Instant expiresAt) {}

    /** Fetches a token for one order of one activity. */
    @PostMapping("/seckill/order/token")
    @RateLimit("token")
    @ApiCall(
            value = "Fetches a purchase token, good for one order of one activity",
            details = "Given out only while the sale is on, and only where the shop uses tokens.",
            data = Issued.class,
            answers = {ErrorCode.NOT_FOUND, ErrorCode.ACTIVITY_NOT_FOUND, ErrorCode.NOT_STARTED, ErrorCode.ENDED},
            headers = Challenge.HEADER)
    public ResponseEntity<Result<?>> issue(
            UserId user,
            TokenQuery query,
            @RequestHeader(name = Challenge.HEADER, required = false) @Nullable String shown,
            Locale locale) {
        if (tokens == null) {
            return answers.of(ErrorCode.NOT_FOUND, null, locale);
        }
        long activityId = query.activityId();
        ActivityView activity = catalog.find(activityId)
                .orElseThrow(() -> new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "activity " + activityId));
        Instant now = catalog.serverTime();
        if (now.isBefore(activity.startTime()) || !isWarm(activity.state())) {
            long startsInMs =
                    Math.max(0, Duration.between(now, activity.startTime()).toMillis());
            return answers.of(ErrorCode.NOT_STARTED, Map.of("startsInMs", startsInMs), locale);
        }
        if (!now.isBefore(activity.endTime()) || activity.state() != ActivityState.OPEN) {
            return answers.of(ErrorCode.ENDED, null, locale);
        }
        guard.requireEligible(activityId, user.value());
        requireSolved(activityId, user.value(), shown);
        PurchaseTokens.Token token = tokens.issue(activityId, user.value());
        log.debug("[entry] token: activity {}, user {}", activityId, user.value());
        return answers.of(ErrorCode.OK, new Issued(token.text(), Long.toString(activityId), token.expiry()), locale);
    }

    private void requireSolved(long activityId, long userId, @Nullable String shown) {
        if (challenge == null) {
            return;
        }
        boolean solved;
        try {
            solved = challenge.isSolved(activityId, userId, shown);
        } catch (RuntimeException e) {
            throw SeckillException.busy("the shop's challenge does not answer: " + e, e);
        }
        if (!solved) {
            throw EntryGuard.forbidden("challenge");
        }
    }

    private static boolean isWarm(ActivityState state) {
        return state != ActivityState.DRAFT && state != ActivityState.WARMING;
    }
}
