package io.seckill.queue.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.common.stores.RedisServer;
import io.seckill.queue.OrderQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The README's example is this code, and it works. */
class ReadmeExampleTest {

    private static final int MOST_LINES = 24;

    @Test
    void the_readme_shows_the_code_that_runs_here() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        String shown = readme.substring(start, readme.indexOf("```", start));
        String source = Files.readString(Path.of("src/test/java/io/seckill/queue/example/CouponApplication.java"));

        assertThat(source).endsWith(shown);
        assertThat(shown.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(MOST_LINES);
    }

    @Test
    void a_claimed_coupon_is_given_once_however_often_it_is_clicked() {
        try (RedisServer redis = RedisServer.start();
                ConfigurableApplicationContext application = new SpringApplicationBuilder(CouponApplication.class)
                        .run(
                                "--spring.data.redis.host=" + redis.host(),
                                "--spring.data.redis.port=" + redis.port(),
                                "--spring.data.redis.password=" + redis.password(),
                                "--spring.data.redis.timeout=2s")) {
            OrderQueue queue = application.getBean(OrderQueue.class);
            for (int click = 0; click < 5; click++) {
                CouponApplication.claim(queue, "1001", "42");
            }
            CouponApplication.claim(queue, "1001", "43");

            StringRedisTemplate template = application.getBean(StringRedisTemplate.class);
            Awaitility.await().until(() -> queue.snapshot("coupon:{1001}").empty());
            assertThat(template.opsForSet().members("owners:1001")).containsExactlyInAnyOrder("42", "43");
            assertThat(template.hasKey("dead-coupons")).isFalse();
        }
    }
}
