package io.seckill.api.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.api.entry.Eligibility;
import io.seckill.api.support.RunningApi;
import io.seckill.common.SeckillException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class PurchaseTokenPropertiesTest {

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @Test
    void nobody_asks_for_a_token_unless_told_so() {
        PurchaseTokenProperties none = RunningApi.standard().context().getBean(PurchaseTokenProperties.class);
        assertThat(none.requiresAll()).isFalse();
        assertThat(none.requiredActivities()).isEmpty();
    }

    @Test
    void activities_may_be_named_one_by_one() {
        PurchaseTokenProperties some = settings("1001", "1002");
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        EntryGuard guard = new EntryGuard(
                beans.getBeanProvider(Eligibility.class),
                some,
                RunningApi.standard().context().getBean(UsedTokens.class),
                Clock.systemUTC());
        ShownToken nothing = new ShownToken(null);
        guard.admit(1003, 7, nothing);
        assertThatThrownBy(() -> guard.admit(1001, 7, nothing)).isInstanceOf(SeckillException.class);
        assertThatThrownBy(() -> guard.admit(1002, 7, nothing)).isInstanceOf(SeckillException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"some", "0", "007", "", "ALL", "-1"})
    void a_list_that_cannot_be_read_is_refused(String entry) {
        assertThatThrownBy(() -> settings(entry)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings("1001", entry)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> settings("1001", "all")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tokens_that_nobody_could_sign_are_not_required() {
        assertThatThrownBy(() -> new PurchaseTokenProperties(List.of("all"), null, Duration.ofMinutes(1)))
                .hasMessageContaining("secret is missing");
        assertThatThrownBy(() -> new PurchaseTokenProperties(List.of("none"), "short", Duration.ofMinutes(1)))
                .hasMessageContaining("5 bytes")
                .hasMessageNotContaining("short;");
    }

    @Test
    void settings_that_are_shown_do_not_show_their_secret() {
        assertThat(settings("all").toString()).doesNotContain(SECRET);
        assertThat(new ShownToken("secret").toString()).doesNotContain("secret");
    }

    private static PurchaseTokenProperties settings(String... required) {
        return new PurchaseTokenProperties(List.of(required), SECRET, Duration.ofMinutes(1));
    }
}
