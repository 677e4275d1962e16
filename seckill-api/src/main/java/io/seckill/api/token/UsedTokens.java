package io.seckill.api.token;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Remembers, for all nodes, which tokens have been used; until they expire, and so never for long. */
@Component
class UsedTokens {

    private static final Logger log = LoggerFactory.getLogger(UsedTokens.class);

    private final StringRedisTemplate redis;

    UsedTokens(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /**
     * Uses a token.
     *
     * @param activityId its activity
     * @param nonce its own number
     * @param goodFor how long it would still be good, positive
     * @return whether it was unused till now
     * @throws SeckillException SYSTEM_BUSY if Redis does not say
     */
    boolean use(long activityId, String nonce, Duration goodFor) {
        try {
            Boolean first = redis.opsForValue().setIfAbsent(RedisKeys.usedToken(activityId, nonce), "1", goodFor);
            if (first != null) {
                return first;
            }
        } catch (DataAccessException e) {
            throw SeckillException.busy("a purchase token cannot be looked up in Redis", e);
        }
        throw SeckillException.busy("Redis does not say whether a purchase token was used", null);
    }

    /**
     * Takes a use back.
     *
     * @param activityId the token's activity
     * @param nonce the number of a token that {@link #use} has just found unused
     */
    void forget(long activityId, String nonce) {
        try {
            redis.delete(RedisKeys.usedToken(activityId, nonce));
        } catch (DataAccessException e) {
            log.debug("[entry] a purchase token stays used although no order came of it", e);
        }
    }
}
