package io.seckill.api.token;

import io.seckill.api.entry.Challenge;
import io.seckill.api.entry.Eligibility;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.context.annotation.Bean;

/** What a shop plugs in; each test says what it answers. */
class TestShop {

    static final AtomicReference<Eligibility> ELIGIBILITY = new AtomicReference<>();
    static final AtomicReference<Challenge> CHALLENGE = new AtomicReference<>();

    static void letEverybodyIn() {
        ELIGIBILITY.set((activity, user) -> Optional.empty());
        CHALLENGE.set((activity, user, shown) -> true);
    }

    @Bean
    Eligibility eligibility() {
        return (activity, user) -> ELIGIBILITY.get().reasonAgainst(activity, user);
    }

    @Bean
    Challenge challenge() {
        return (activity, user, shown) -> CHALLENGE.get().isSolved(activity, user, shown);
    }
}
