package io.seckill.api.limit;

import java.time.Duration;

/** What may be done so often, by each of many: users, addresses, activities. */
interface Allowance {

    /** Turns nobody away. */
    Allowance UNLIMITED = key -> Duration.ZERO;

    /**
     * Takes one off somebody's allowance.
     *
     * @param key whose
     * @return zero if it was taken, else how long until there is one to take
     */
    Duration take(long key);
}
