package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** Where a request comes from, whatever it says about that. */
class ClientAddressesTest {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9, 198.51.100.1, 203.0.113.9",
        "10.1.2.3, 198.51.100.1, 198.51.100.1",
        "10.1.2.3, '6.6.6.6, 198.51.100.1', 198.51.100.1",
        "10.1.2.3, '6.6.6.6, 198.51.100.1, 10.9.9.9', 198.51.100.1",
        "10.1.2.3, 'nonsense', 10.1.2.3",
        "10.1.2.3, '6.6.6.6, localhost', 10.1.2.3",
        "10.1.2.3, '', 10.1.2.3",
        "2001:db8::7, 6.6.6.6, 2001:db8:0:0:0:0:0:7",
        "fd00::1, '[2001:db8::9]', 2001:db8:0:0:0:0:0:9"
    })
    void only_a_trusted_proxy_is_believed_and_only_what_it_wrote(String peer, String forwarded, String client) {
        assertThat(addresses("10.0.0.0/8", "fd00::/8")
                        .of(request(peer, forwarded))
                        .text())
                .isEqualTo(client);
    }

    @Test
    void nobody_is_believed_unless_listed() {
        assertThat(addresses().of(request("127.0.0.1", "6.6.6.6")).text()).isEqualTo("127.0.0.1");
    }

    @Test
    void the_addresses_of_one_ipv6_customer_are_one() {
        ClientAddresses addresses = addresses();

        assertThat(addresses.of(request("2001:db8:1:2::3", "")).key())
                .isEqualTo(addresses.of(request("2001:db8:1:2:ffff::", "")).key())
                .isNotEqualTo(addresses.of(request("2001:db8:1:3::3", "")).key());
        assertThat(addresses.of(request("192.0.2.1", "")).key())
                .isNotEqualTo(addresses.of(request("192.0.2.2", "")).key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example.org", "10.0.0.0/33", "10.0.0", "", "10.0.0.0/8, 11.0.0.0/8"})
    void a_proxy_that_is_no_address_refuses_the_start(String proxy) {
        assertThatThrownBy(() -> addresses(proxy))
                .isInstanceOf(UnfitUserException.class)
                .hasMessageContaining("trusted-proxies");
    }

    private static ClientAddresses addresses(String... trusted) {
        return new ClientAddresses(new SignInProperties(
                5, Duration.ofSeconds(1), Duration.ofMinutes(15), 30, Duration.ofMinutes(10), List.of(trusted)));
    }

    private static MockHttpServletRequest request(String peer, String forwarded) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(peer);
        if (!forwarded.isEmpty()) {
            request.addHeader("X-Forwarded-For", forwarded);
        }
        return request;
    }
}
