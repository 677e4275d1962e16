package io.seckill.api.limit;

import java.time.Duration;

/**
 * The figures of a token bucket. It is filled up once a period rather than drop by drop: nobody gets more than the
 * capacity into their first period.
 *
 * @param capacity most that may be saved up and used at once, 1 or more
 * @param refill what is added every period, 1 or more
 * @param period how often that is
 */
record Rate(int capacity, int refill, Duration period) {

    static Rate perSecond(int capacity, int refill) {
        return new Rate(capacity, refill, Duration.ofSeconds(1));
    }

    /** {@return after how long an empty bucket is full again, and one period more} */
    Duration timeToFill() {
        return period.multipliedBy(1 + (capacity - 1) / refill + 1);
    }
}
