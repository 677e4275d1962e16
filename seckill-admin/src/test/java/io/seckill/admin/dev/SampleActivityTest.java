package io.seckill.admin.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.admin.testing.Console;
import io.seckill.common.RedisKeys;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

/** What is on sale after a first start, and after a second. */
class SampleActivityTest {

    @Test
    void the_first_start_puts_a_hundred_units_on_sale_and_the_second_leaves_them_alone() {
        try (Console console = Console.start()) {
            StringRedisTemplate redis = console.bean(StringRedisTemplate.class);

            long id = SampleActivity.prepare(console.context());
            assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("100");
            assertThat((String) redis.opsForHash().get(RedisKeys.activity(id), "openFor"))
                    .matches("[0-9a-f]{40}");
            redis.opsForValue().set(RedisKeys.stock(id), "60");

            assertThat(SampleActivity.prepare(console.context())).isEqualTo(id);
            assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("60");
            assertThat(console.mysql().queryForObject("SELECT COUNT(*) FROM seckill_activity", Long.class))
                    .isEqualTo(1);
        }
    }

    @Test
    void a_start_that_died_before_the_warm_up_is_finished_by_the_next() {
        try (Console console = Console.start()) {
            long id = SampleActivity.prepare(console.context());
            console.mysql().update("UPDATE seckill_activity SET state = 'DRAFT', epoch = 0 WHERE id = ?", id);
            console.mysql().update("DELETE FROM seckill_stock_ledger WHERE activity_id = ?", id);
            StringRedisTemplate redis = console.bean(StringRedisTemplate.class);
            redis.delete(List.of(RedisKeys.activity(id), RedisKeys.stock(id)));

            assertThat(SampleActivity.prepare(console.context())).isEqualTo(id);
            assertThat(redis.opsForValue().get(RedisKeys.stock(id))).isEqualTo("100");
        }
    }
}
