package io.seckill.admin.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeckTest {

    private static final Set<Fault> ALL = EnumSet.allOf(Fault.class);

    @Test
    void twice_as_many_rounds_as_the_selection_has_have_every_fault() {
        assertThat(dealt(ChaosOptions.SELECTION_SEED, 2 * ChaosOptions.SELECTION_ROUNDS))
                .containsAll(ALL);
    }

    @Test
    void over_as_many_seeds_as_there_are_kinds_each_comes_as_often_as_there_are_cards_in_a_hand() {
        Map<Fault, Long> often = dealt(0, ALL.size()).stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat(often)
                .hasSameSizeAs(ALL)
                .allSatisfy((fault, times) -> assertThat(times).isEqualTo(Deck.HAND));
    }

    @Test
    void a_hand_is_known_by_its_seed_and_another_deck_is_in_another_order() {
        assertThat(Deck.hand(ALL, 123_456_789L)).isEqualTo(Deck.hand(ALL, 123_456_789L));
        assertThat(dealt(0, ALL.size()).subList(0, ALL.size()))
                .isNotEqualTo(dealt(0, ALL.size()).subList(ALL.size(), 2 * ALL.size()));
    }

    private static List<Fault> dealt(long firstSeed, int rounds) {
        return LongStream.range(firstSeed, firstSeed + rounds)
                .boxed()
                .flatMap(seed -> Deck.hand(ALL, seed).stream())
                .toList();
    }
}
