package io.seckill.queue.example;

import io.seckill.queue.DeadLetterSink;
import io.seckill.queue.OrderQueue;
import io.seckill.queue.PushResult;
import io.seckill.queue.SimpleHandler;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;

@SpringBootApplication
public class CouponApplication {

    @Bean // A user who has the coupon keeps it: handling a message twice is the same as once.
    SimpleHandler giveCoupon(StringRedisTemplate redis) {
        return (couponId, userId) -> redis.opsForSet().add("owners:" + couponId, userId) != null;
    }

    @Bean // Messages that failed three times, for somebody to look at.
    DeadLetterSink deadCoupons(StringRedisTemplate redis) {
        return letter -> redis.opsForHash().put("dead-coupons", letter.messageId(), letter.reason());
    }

    // Answers at once; the same user's second click carries the same id and is the same piece of work.
    static PushResult claim(OrderQueue queue, String couponId, String userId) {
        return queue.push("coupon:{" + couponId + "}", couponId + "-" + userId, userId);
    }

    public static void main(String[] args) {
        OrderQueue queue = SpringApplication.run(CouponApplication.class, args).getBean(OrderQueue.class);
        claim(queue, "1001", "42");
    }
}
