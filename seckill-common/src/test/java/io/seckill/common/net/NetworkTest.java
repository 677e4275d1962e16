package io.seckill.common.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.1.128.0/17, 10.1.200.1, true",
        "10.1.128.0/17, 10.1.127.1, false",
        "0.0.0.0/1, 100.0.113.7, true",
        "0.0.0.0/1, ::1, false",
        "10.0.0.1, 10.0.0.1, true",
        "10.0.0.1, 10.0.0.2, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false"
    })
    void a_network_knows_its_addresses(String network, String address, boolean within) {
        assertThat(Network.parse("a-list", network)
                        .contains(Network.address(address).orElseThrow()))
                .isEqualTo(within);
    }

    @ParameterizedTest
    @CsvSource({"fe80::1%eth0, fe80::1", "[fe80::1%1], fe80::1", "[2001:db8::9], 2001:db8::9"})
    void which_cable_an_address_came_by_is_no_part_of_it(String written, String address) {
        assertThat(Network.address(written)).isEqualTo(Network.address(address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1%eth0", "%", "", "localhost", "10.0.0.1:80", "::zz"})
    void what_is_not_in_figures_is_no_address(String text) {
        assertThat(Network.address(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "proxy.example", "10.0.0.0/33", "0.0.0.0/0", "::/0", "10.0.0.0/8, 11.0.0.0/8", "*"})
    void a_network_that_cannot_be_read_is_refused_by_the_name_of_its_list(String text) {
        assertThatThrownBy(() -> Network.parse("a-list", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a-list: '" + text + "'");
    }
}
