package io.seckill.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LookTest {

    private final Look look = new Look();

    @Test
    void whoever_is_alone_or_the_last_of_few_has_nobody_waiting_behind_him() {
        assertThat(look.isLastOfFew(0)).as("alone").isTrue();
        assertThat(look.isLastOfFew(0)).as("alone again").isTrue();
        assertThat(sockets(Look.FEW)).as("the last of few").isTrue();
        assertThat(sockets(Look.FEW + 1)).as("the last of many").isFalse();
        assertThat(look.isLastOfFew(0)).as("alone after many").isTrue();
    }

    @Test
    void who_has_others_behind_him_is_not_the_last() {
        assertThat(look.isLastOfFew(2)).isFalse();
        assertThat(look.isLastOfFew(1)).isFalse();
        assertThat(look.isLastOfFew(0)).isTrue();
    }

    /** Those that are no calls are not heard of: closed ones, for instance. */
    @Test
    void a_look_whose_last_sockets_said_nothing_spoils_none_after_it() {
        look.isLastOfFew(Look.FEW + 5);
        assertThat(look.isLastOfFew(Look.FEW + 5)).as("another of many").isFalse();
        assertThat(sockets(Look.FEW + 6)).isFalse();
        assertThat(sockets(2)).isTrue();
    }

    /** Sees to so many in one look; what is said of the last of them. */
    private boolean sockets(int many) {
        boolean last = false;
        for (int behind = many - 1; behind >= 0; behind--) {
            last = look.isLastOfFew(behind);
        }
        return last;
    }
}
