package io.seckill.admin.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Deals the faults of rounds: one shuffled deck after another, a hand a seed. So the hand is known by the seed alone, and
 * over seeds in a row every kind comes equally often.
 */
final class Deck {

    /** Faults of a round. */
    static final int HAND = 3;

    private Deck() {}

    /**
     * @param kinds what is dealt
     * @param seed of the round, not negative
     * @return what happens in it, in this order
     */
    static List<Fault> hand(Collection<Fault> kinds, long seed) {
        List<Fault> hand = new ArrayList<>();
        if (kinds.isEmpty()) {
            return hand;
        }
        for (int i = 0; i < HAND; i++) {
            long card = seed * HAND + i;
            List<Fault> deck = new ArrayList<>(kinds.stream().sorted().toList());
            Collections.shuffle(deck, new Random(card / deck.size()));
            hand.add(deck.get((int) (card % deck.size())));
        }
        return hand;
    }
}
