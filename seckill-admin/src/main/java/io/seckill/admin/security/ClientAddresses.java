package io.seckill.admin.security;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.web.util.matcher.IpAddressMatcher;
import org.springframework.stereotype.Component;

/**
 * Tells where a request comes from. Anybody can write {@code X-Forwarded-For}, so it is read only if the connection
 * comes from a proxy on the list, from its right end, where the nearest proxy wrote, and no further than the first
 * address that is not such a proxy's.
 */
@Component
class ClientAddresses {

    private static final String FORWARDED_FOR = "X-Forwarded-For";

    /** No chain of proxies is longer; a longer header is somebody's play. */
    private static final int MOST_HOPS = 16;

    /** What a provider gives to one customer. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:)[0-9a-fA-F:.]{2,45}");
    private static final Pattern NETWORK = Pattern.compile("[0-9a-fA-F:.]{2,45}(/\\d{1,3})?");

    private final List<IpAddressMatcher> trusted;

    ClientAddresses(SignInProperties settings) {
        this.trusted =
                settings.trustedProxies().stream().map(ClientAddresses::network).toList();
    }

    /**
     * A client's address.
     *
     * @param text for people
     * @param key what it is counted by: all of an IPv4 address, the first 64 bits of an IPv6 one, since those behind them
     *     are for its holder to choose
     */
    record Client(String text, String key) {}

    /** {@return where a request comes from} */
    Client of(HttpServletRequest request) {
        Optional<InetAddress> peer = address(request.getRemoteAddr());
        if (peer.isEmpty()) {
            return new Client("unknown", "unknown");
        }
        InetAddress client = peer.get();
        if (isTrusted(client)) {
            for (String hop : hopsFromTheRight(request)) {
                Optional<InetAddress> address = address(hop);
                if (address.isEmpty()) {
                    break;
                }
                client = address.get();
                if (!isTrusted(client)) {
                    break;
                }
            }
        }
        return new Client(client.getHostAddress(), key(client));
    }

    private boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.matches(address.getHostAddress()));
    }

    private static List<String> hopsFromTheRight(HttpServletRequest request) {
        List<String> hops = new ArrayList<>();
        for (String header : Collections.list(request.getHeaders(FORWARDED_FOR))) {
            for (String hop : header.split(",", -1)) {
                hops.add(hop.strip());
            }
        }
        Collections.reverse(hops);
        return hops.subList(0, Math.min(hops.size(), MOST_HOPS));
    }

    private static String key(InetAddress address) {
        byte[] bytes = address.getAddress();
        return HexFormat.of()
                .formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES) : bytes);
    }

    /** Reads an address in figures, without asking anybody for a name. */
    private static Optional<InetAddress> address(String text) {
        String plain = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = plain.indexOf('%');
        String figures = zone < 0 ? plain : plain.substring(0, zone);
        if (!IPV4.matcher(figures).matches() && !IPV6.matcher(figures).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(figures));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static IpAddressMatcher network(String text) {
        try {
            if (NETWORK.matcher(text).matches()
                    && address(text.split("/", 2)[0]).isPresent()) {
                return new IpAddressMatcher(text);
            }
        } catch (IllegalArgumentException e) {
            throw unreadable(text);
        }
        throw unreadable(text);
    }

    private static UnfitUserException unreadable(String text) {
        return new UnfitUserException(
                "seckill.admin.sign-in.trusted-proxies: '" + text + "' is no address and no network.");
    }
}
