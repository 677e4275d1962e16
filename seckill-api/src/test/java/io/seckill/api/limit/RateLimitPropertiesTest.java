package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.api.support.RunningApi;
import org.junit.jupiter.api.Test;

class RateLimitPropertiesTest {

    @Test
    void an_action_that_nobody_defined_has_no_limit_to_fall_back_on() {
        assertThatThrownBy(() -> LimitSettings.of().of("orders")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void every_limit_is_on_unless_it_is_switched_off_and_nobody_is_trusted() {
        RateLimitProperties defaults = LimitSettings.of();
        assertThat(defaults.order()).isEqualTo(new RateLimitProperties.Order(true, 5, 5));
        assertThat(defaults.status().enabled()).isTrue();
        assertThat(defaults.token().enabled()).isTrue();
        assertThat(defaults.ip().enabled()).isTrue();
        assertThat(defaults.activity().enabled()).isTrue();
        assertThat(defaults.distinctUsers().enabled()).isTrue();
        assertThat(defaults.trustedProxies()).isEmpty();
        assertThat(defaults.shared()).isFalse();
    }

    @Test
    void in_development_those_by_address_and_activity_are_off() {
        RateLimitProperties dev = RunningApi.standard().context().getBean(RateLimitProperties.class);
        assertThat(dev.order().enabled()).isTrue();
        assertThat(dev.ip().enabled()).isFalse();
        assertThat(dev.activity().enabled()).isFalse();
        assertThat(dev.distinctUsers().enabled()).isFalse();
    }
}
