package io.seckill.admin.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevOptionsTest {

    @Test
    void nothing_need_be_said() {
        assertThat(DevOptions.of(new String[0], Map.of())).isEqualTo(new DevOptions(false, "127.0.0.1", 8080, 8081));
    }

    @Test
    void a_reset_and_other_ports_can_be_asked_for() {
        Map<String, String> environment = Map.of("SECKILL_API_PORT", "9080", "SECKILL_ADMIN_PORT", "9081");

        assertThat(DevOptions.of(new String[] {"--reset"}, environment))
                .isEqualTo(new DevOptions(true, "127.0.0.1", 9080, 9081));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "080", "-1", "http", "８０８０"})
    void what_is_no_port_is_refused_by_its_variable(String text) {
        assertThatThrownBy(() -> DevOptions.of(new String[0], Map.of("SECKILL_ADMIN_PORT", text)))
                .isInstanceOf(DevException.class)
                .hasMessageContaining("SECKILL_ADMIN_PORT=" + text);
    }

    @Test
    void an_unknown_argument_is_refused() {
        assertThatThrownBy(() -> DevOptions.of(new String[] {"--rest"}, Map.of()))
                .isInstanceOf(DevException.class)
                .hasMessageContaining("--rest")
                .hasMessageContaining("--reset");
    }

    @Test
    void a_busy_port_is_named_together_with_the_variable_that_changes_it() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            DevOptions options = new DevOptions(false, "127.0.0.1", taken.getLocalPort(), 60_001);

            assertThatThrownBy(options::requireFreePorts)
                    .isInstanceOf(DevException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("SECKILL_API_PORT=");
        }
    }

    @Test
    void one_port_is_not_enough_for_two() {
        DevOptions options = new DevOptions(false, "127.0.0.1", 9080, 9080);

        assertThatThrownBy(options::requireFreePorts)
                .isInstanceOf(DevException.class)
                .hasMessageContaining("must differ");
    }
}
