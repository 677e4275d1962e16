package io.seckill.api.bench.designs;

import io.seckill.api.bench.designs.DesignAnswers.Decision;
import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.common.RedisKeys;
import io.seckill.common.Result;
import io.seckill.service.order.OrderIds;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.annotation.Profile;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The designs on Redis that articles about flash sales describe, written as they describe them: by
 * {@code StringRedisTemplate}, one user marker, one stock, one list. They know neither windows nor a gate nor what to do
 * when a process dies between two calls, so they do less than the product for their time.
 */
@Profile("bench")
@RestController
class RedisDesigns {

    private static final Duration MARKER_TTL = Duration.ofHours(2);
    private static final Duration LOCK_TTL = Duration.ofSeconds(10);
    private static final long LOCK_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final RedisScript<Long> UNLOCK = new DefaultRedisScript<>(
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", Long.class);
    private static final RedisScript<Long> DEDUCT = new DefaultRedisScript<>(
            "local n = tonumber(redis.call('GET', KEYS[1])) if not n or n < 1 then return -1 end"
                    + " return redis.call('DECR', KEYS[1])",
            Long.class);
    private static final RedisScript<Long> ALL_IN_ONE = new DefaultRedisScript<>(
            "if redis.call('EXISTS', KEYS[2]) == 1 then return -2 end"
                    + " local n = tonumber(redis.call('GET', KEYS[1])) if not n or n < 1 then return -1 end"
                    + " redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2]) redis.call('DECR', KEYS[1])"
                    + " redis.call('LPUSH', KEYS[3], ARGV[1]) return n - 1",
            Long.class);

    private final StringRedisTemplate redis;
    private final OrderIds ids;
    private final DesignAnswers answers;

    RedisDesigns(StringRedisTemplate redis, OrderIds ids, DesignAnswers answers) {
        this.redis = redis;
        this.ids = ids;
        this.answers = answers;
    }

    /** SETNX of the user, deduct by a script, LPUSH. */
    @PostMapping("/seckill/order/bench/three-trips")
    @RateLimit("order")
    public ResponseEntity<Result<?>> threeTrips(UserId user, DesignCall call, Locale locale) {
        long orderId = ids.next().orElseThrow();
        String marker = marker(call, user);
        if (!Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(marker, Long.toString(orderId), MARKER_TTL))) {
            return answers.of(Decision.DUPLICATE, orderId, locale);
        }
        Long left = redis.execute(DEDUCT, List.of(stock(call)));
        if (left == null || left < 0) {
            redis.delete(marker);
            return answers.of(Decision.SOLD_OUT, orderId, locale);
        }
        redis.opsForList().leftPush(queue(call), message(orderId, call, user));
        return answers.of(Decision.PLACED, orderId, locale);
    }

    /** The three in one script, a call each request. */
    @PostMapping("/seckill/order/bench/one-trip")
    @RateLimit("order")
    public ResponseEntity<Result<?>> oneTrip(UserId user, DesignCall call, Locale locale) {
        long orderId = ids.next().orElseThrow();
        Long left = redis.execute(
                ALL_IN_ONE,
                List.of(stock(call), marker(call, user), queue(call)),
                message(orderId, call, user),
                Long.toString(MARKER_TTL.toMillis()));
        if (left == null || left < 0) {
            return answers.of(left != null && left == -2 ? Decision.DUPLICATE : Decision.SOLD_OUT, orderId, locale);
        }
        return answers.of(Decision.PLACED, orderId, locale);
    }

    /** One lock an activity by SET NX PX, and plain commands under it. */
    @PostMapping("/seckill/order/bench/redis-lock")
    @RateLimit("order")
    public ResponseEntity<Result<?>> redisLock(UserId user, DesignCall call, Locale locale) {
        long orderId = ids.next().orElseThrow();
        String lock = "bench:lock:{" + call.activityId() + "}";
        String owner = UUID.randomUUID().toString();
        long end = System.nanoTime() + LOCK_PATIENCE_NANOS;
        while (!Boolean.TRUE.equals(redis.opsForValue().setIfAbsent(lock, owner, LOCK_TTL))) {
            if (System.nanoTime() - end > 0) {
                return answers.of(Decision.BUSY, orderId, locale);
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000, 5_000_000));
        }
        try {
            return answers.of(underLock(orderId, user, call), orderId, locale);
        } finally {
            redis.execute(UNLOCK, List.of(lock), owner);
        }
    }

    /** Check, deduct, mark and push by four plain commands; only for who holds a lock. */
    Decision underLock(long orderId, UserId user, DesignCall call) {
        if (Boolean.TRUE.equals(redis.hasKey(marker(call, user)))) {
            return Decision.DUPLICATE;
        }
        String left = redis.opsForValue().get(stock(call));
        if (left == null || Long.parseLong(left) < 1) {
            return Decision.SOLD_OUT;
        }
        redis.opsForValue().decrement(stock(call));
        redis.opsForValue().set(marker(call, user), Long.toString(orderId), MARKER_TTL);
        redis.opsForList().leftPush(queue(call), message(orderId, call, user));
        return Decision.PLACED;
    }

    private static String message(long orderId, DesignCall call, UserId user) {
        return orderId + "|" + call.activityId() + "|" + user.value();
    }

    private static String stock(DesignCall call) {
        return RedisKeys.stock(call.activityId());
    }

    private static String queue(DesignCall call) {
        return "bench:queue:{" + call.activityId() + "}";
    }

    private static String marker(DesignCall call, UserId user) {
        return "bench:user:{" + call.activityId() + "}:" + user.value();
    }
}
