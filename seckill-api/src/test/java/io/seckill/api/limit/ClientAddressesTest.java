package io.seckill.api.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.mock.web.MockHttpServletRequest;

class ClientAddressesTest {

    private static final String CLIENT = "203.0.113.7";
    private static final String PROXY = "10.1.2.3";

    private final ClientAddresses nobodyTrusted = new ClientAddresses(LimitSettings.trusting());
    private final ClientAddresses addresses =
            new ClientAddresses(LimitSettings.trusting("10.0.0.0/8", "192.0.2.1", "fd00::/16"));

    @Test
    void without_trusted_proxies_the_connection_alone_says_who_it_is() {
        assertThat(nobodyTrusted.of(request(PROXY, CLIENT))).isEqualTo(plain(PROXY));
    }

    @Test
    void what_a_stranger_says_of_others_is_not_believed() {
        assertThat(addresses.of(request(CLIENT, "198.51.100.1"))).isEqualTo(plain(CLIENT));
    }

    @Test
    void a_trusted_proxy_says_who_the_client_is() {
        assertThat(addresses.of(request(PROXY, CLIENT))).isEqualTo(plain(CLIENT));
        assertThat(addresses.of(request("192.0.2.1", CLIENT))).isEqualTo(plain(CLIENT));
        assertThat(addresses.of(request("fd00::1", CLIENT))).isEqualTo(plain(CLIENT));
        assertThat(addresses.of(request("192.0.2.2", CLIENT))).isEqualTo(plain("192.0.2.2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "198.51.100.1, 203.0.113.7",
                "10.9.9.9, 203.0.113.7",
                "198.51.100.1, 203.0.113.7, 10.4.4.4",
                "garbage, 203.0.113.7, 10.4.4.4, 10.5.5.5",
                "' , ,203.0.113.7 '"
            })
    void what_the_client_wrote_to_the_left_of_the_proxies_does_not_count(String header) {
        assertThat(addresses.of(request(PROXY, header))).isEqualTo(plain(CLIENT));
    }

    @Test
    void several_headers_are_one_list() {
        assertThat(addresses.of(request(PROXY, "198.51.100.1", CLIENT))).isEqualTo(plain(CLIENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "localhost",
                "203.0.113.7:80",
                "203.0.113",
                "0x7f.1",
                "1.2.3.4.5",
                "1.2.3.",
                ".1.2.3",
                "1..2.3",
                "01.2.3.4",
                "256.1.1.1",
                "1.2.3.99999999999",
                "::zz"
            })
    void what_is_no_address_is_the_proxys_own(String header) {
        assertThat(addresses.of(request(PROXY, header))).isEqualTo(plain(PROXY));
    }

    @Test
    void of_a_long_list_only_the_end_is_read() {
        String many = CLIENT + ", 10.0.0.1".repeat(1000);
        assertThat(addresses.of(request(PROXY, many))).isEqualTo(plain("10.0.0.1"));
    }

    @Test
    void a_network_of_64_bits_is_one_client() {
        long one = nobodyTrusted.of(request("2001:db8:1:2::1"));
        assertThat(nobodyTrusted.of(request("2001:db8:1:2:ffff:ffff:ffff:ffff")))
                .isEqualTo(one);
        assertThat(nobodyTrusted.of(request("2001:db8:1:3::1"))).isNotEqualTo(one);
        assertThat(nobodyTrusted.of(request("::ffff:203.0.113.7"))).isEqualTo(plain(CLIENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "fd00::/129", "*"})
    void a_list_that_cannot_be_read_is_refused(String entry) {
        assertThatThrownBy(() -> new ClientAddresses(LimitSettings.trusting(entry)))
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("trusted-proxies");
    }

    private long plain(String address) {
        return nobodyTrusted.of(request(address));
    }

    private static MockHttpServletRequest request(String peer, String... forwardedFor) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(peer);
        List.of(forwardedFor).forEach(header -> request.addHeader("X-Forwarded-For", header));
        return request;
    }
}
