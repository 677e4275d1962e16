package io.seckill.service.startup;

import java.util.List;

/** What one store must be like for the guarantees to hold. */
interface StoreTerms {

    /**
     * Looks at the store as it is now. What cannot be known, because the user may not ask or the store has no such thing,
     * is no breach.
     *
     * @return how it falls short, empty if it does not
     * @throws RuntimeException if the store is away
     */
    List<Breach> breaches();
}
