package io.seckill.common.net;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells where a request comes from. Anybody can write {@code X-Forwarded-For}, so it is read only if the connection
 * comes from a proxy on the list, from its right end, where the nearest proxy wrote, and no further than the first
 * address that is not such a proxy's.
 */
public final class TrustedProxies {

    /** The header in which a proxy says whom it speaks for. */
    public static final String FORWARDED_FOR = "X-Forwarded-For";

    /** No chain of proxies is longer; a longer header is somebody's play. */
    private static final int MOST_HOPS = 16;

    private final List<Network> trusted;

    private TrustedProxies(List<Network> trusted) {
        this.trusted = trusted;
    }

    /**
     * Reads the list.
     *
     * @param setting what to call it when an entry is no good
     * @param entries addresses and networks ({@code 10.0.0.0/8}); empty if nobody may speak for others
     * @return the list
     * @throws IllegalArgumentException if an entry is no address and no network; the message names setting and entry
     */
    public static TrustedProxies of(String setting, List<String> entries) {
        return new TrustedProxies(
                entries.stream().map(entry -> Network.parse(setting, entry)).toList());
    }

    /**
     * Finds the client of a request.
     *
     * @param peer the address at the other end of the connection, in figures
     * @param forwardedFor the values of the header {@value #FORWARDED_FOR} in their order; asked for only if the peer is trusted
     * @return the client's address, or empty if the peer's cannot be read
     */
    public Optional<InetAddress> client(String peer, Supplier<Enumeration<String>> forwardedFor) {
        Optional<InetAddress> nearest = Network.address(peer);
        if (nearest.isEmpty() || !isTrusted(nearest.get())) {
            return nearest;
        }
        InetAddress client = nearest.get();
        for (String hop : hopsFromTheRight(forwardedFor.get())) {
            Optional<InetAddress> address = Network.address(hop);
            if (address.isEmpty()) {
                break;
            }
            client = address.get();
            if (!isTrusted(client)) {
                break;
            }
        }
        return Optional.of(client);
    }

    private boolean isTrusted(InetAddress address) {
        for (Network network : trusted) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> hopsFromTheRight(Enumeration<String> headers) {
        List<String> hops = new ArrayList<>();
        for (String header : Collections.list(headers)) {
            for (String hop : header.split(",", -1)) {
                hops.add(hop.strip());
            }
        }
        Collections.reverse(hops);
        return hops.subList(0, Math.min(hops.size(), MOST_HOPS));
    }
}
