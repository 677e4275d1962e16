package io.seckill.service.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import io.seckill.common.stores.Stores;
import io.seckill.service.testing.Worker;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class RedisDoorTest {

    @Test
    void a_redis_that_is_open_to_all_is_refused_unless_told_otherwise(CapturedOutput output) throws Exception {
        String outside = anAddressOfThisMachine();
        try (RedisServer redis = RedisServer.start(
                RedisOptions.defaults().password(null).with("--bind", "0.0.0.0", "--protected-mode", "no"))) {
            Map<String, String> stores = stores(outside, redis.port(), "");

            assertThatThrownBy(() -> Worker.start(stores))
                    .isInstanceOf(UnsafeRedisException.class)
                    .hasMessageContaining(outside + ":" + redis.port());
            assertThat(output)
                    .contains("lets anybody in without a password")
                    .contains("seckill.startup.allow-unsafe-redis=true")
                    .doesNotContain("\tat ");

            // A password that Redis does not ask for makes nothing safer.
            assertThatThrownBy(() -> Worker.start(stores(outside, redis.port(), "pretended")))
                    .isInstanceOf(UnsafeRedisException.class);

            try (ConfigurableApplicationContext worker =
                    Worker.start(stores, "seckill.startup.allow-unsafe-redis=true")) {
                assertThat(worker.isRunning()).isTrue();
            }
            try (ConfigurableApplicationContext worker = Worker.start(stores("127.0.0.1", redis.port(), ""))) {
                assertThat(worker.isRunning()).isTrue();
            }
        }
    }

    @Test
    void a_redis_that_asks_for_a_password_is_welcome_wherever_it_is() throws Exception {
        String outside = anAddressOfThisMachine();
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().with("--bind", "0.0.0.0"));
                ConfigurableApplicationContext worker = Worker.start(stores(outside, redis.port(), redis.password()))) {
            assertThat(worker.isRunning()).isTrue();
        }
    }

    private static Map<String, String> stores(String host, int port, String password) {
        Map<String, String> stores =
                Stores.shared().springProperties(Stores.shared().newDatabase());
        stores.remove("seckill.startup.allow-unsafe-redis");
        stores.put("spring.data.redis.host", host);
        stores.put("spring.data.redis.port", Integer.toString(port));
        stores.put("spring.data.redis.password", password);
        return stores;
    }

    private static String anAddressOfThisMachine() throws SocketException {
        Optional<String> address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(candidate -> candidate instanceof Inet4Address && !candidate.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
        assumeTrue(address.isPresent(), "this machine has no address but its own");
        return address.orElseThrow();
    }
}
