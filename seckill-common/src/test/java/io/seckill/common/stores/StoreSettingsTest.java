package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreSettingsTest {

    @Test
    void nothing_need_be_set() {
        StoreSettings settings = StoreSettings.of(Map.of());

        assertThat(settings).isEqualTo(new StoreSettings(null, RedisKind.AUTO, null, "root", "", MySqlKind.AUTO));
    }

    @Test
    void a_choice_is_read_whatever_its_case() {
        StoreSettings settings =
                StoreSettings.of(Map.of("SECKILL_TEST_REDIS", "Embedded", "SECKILL_TEST_MYSQL", "mysql8"));

        assertThat(settings.redis()).isEqualTo(RedisKind.EMBEDDED);
        assertThat(settings.mysql()).isEqualTo(MySqlKind.MYSQL8);
    }

    @Test
    void an_unknown_choice_is_refused_with_the_known_ones() {
        assertThatThrownBy(() -> StoreSettings.of(Map.of("SECKILL_TEST_MYSQL", "h2")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("SECKILL_TEST_MYSQL=h2")
                .hasMessageContaining("mariadb, mysql8, path, docker");
    }

    @Test
    void the_address_of_a_redis_is_read() {
        assertThat(RedisEndpoint.parse("redis://10.0.0.7")).isEqualTo(new RedisEndpoint("10.0.0.7", 6379, null, null));
        assertThat(RedisEndpoint.parse("redis://:s3cret@h:7001/0"))
                .isEqualTo(new RedisEndpoint("h", 7001, null, "s3cret"));
        assertThat(RedisEndpoint.parse("redis://shop:s3:cret@h"))
                .isEqualTo(new RedisEndpoint("h", 6379, "shop", "s3:cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rediss://:s3cret@h", "redis://:s3cret@h/3", "h:6379", "redis://:s3cret@", "not a url"})
    void another_address_is_refused_without_showing_the_password(String url) {
        assertThatThrownBy(() -> RedisEndpoint.parse(url))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("SECKILL_TEST_REDIS_URL")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void servers_that_a_test_starts_for_itself_are_of_the_kinds_asked_for_too() {
        Map<String, String> environment = Map.of("SECKILL_TEST_REDIS", "embedded", "SECKILL_TEST_MYSQL", "mysql8");

        assertThat(MySqlOptions.defaults(environment).kind()).isEqualTo(MySqlKind.MYSQL8);
        assertThat(RedisOptions.defaults(environment).kind()).isEqualTo(RedisKind.EMBEDDED);
        assertThat(MySqlOptions.defaults(Map.of()).kind()).isEqualTo(MySqlKind.AUTO);
    }
}
