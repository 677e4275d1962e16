package io.seckill.api.bench.designs;

import io.seckill.api.bench.designs.DesignAnswers.Decision;
import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.common.Result;
import io.seckill.service.order.OrderIds;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Redisson's lock around the plain commands; its library is put on the class path for this alone. */
@Profile("bench-redisson")
@RestController
class RedissonDesign implements DisposableBean {

    private final RedissonClient redisson;
    private final RedisDesigns designs;
    private final OrderIds ids;
    private final DesignAnswers answers;

    RedissonDesign(RedisDesigns designs, OrderIds ids, DesignAnswers answers, Environment environment) {
        this.designs = designs;
        this.ids = ids;
        this.answers = answers;
        Config config = new Config();
        config.setPassword(environment.getProperty("spring.data.redis.password"));
        config.useSingleServer()
                .setAddress("redis://" + environment.getRequiredProperty("spring.data.redis.host") + ":"
                        + environment.getRequiredProperty("spring.data.redis.port"));
        this.redisson = Redisson.create(config);
    }

    @PostMapping("/seckill/order/bench/redisson-lock")
    @RateLimit("order")
    public ResponseEntity<Result<?>> redissonLock(UserId user, DesignCall call, Locale locale)
            throws InterruptedException {
        long orderId = ids.next().orElseThrow();
        RLock lock = redisson.getLock("bench:redisson:{" + call.activityId() + "}");
        if (!lock.tryLock(5, 10, TimeUnit.SECONDS)) {
            return answers.of(Decision.BUSY, orderId, locale);
        }
        try {
            return answers.of(designs.underLock(orderId, user, call), orderId, locale);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void destroy() {
        redisson.shutdown();
    }
}
