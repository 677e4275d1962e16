package io.seckill.api.limit;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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

    private static final int IPV4_BYTES = 4;

    /** The request attribute that keeps what was found: two limits ask. */
    private static final String FOUND = ClientAddresses.class.getName();

    private final List<Network> trusted;

    ClientAddresses(RateLimitProperties settings) {
        this.trusted = settings.trustedProxies().stream().map(Network::parse).toList();
    }

    /**
     * The client's address, as a key: all of an IPv4 address, the first 64 bits of an IPv6 one, since those behind them
     * are for its holder to choose.
     *
     * @param request the request
     * @return the key
     */
    long of(HttpServletRequest request) {
        if (request.getAttribute(FOUND) instanceof Long found) {
            return found;
        }
        long key = find(request);
        request.setAttribute(FOUND, key);
        return key;
    }

    private long find(HttpServletRequest request) {
        Optional<InetAddress> peer = Network.address(request.getRemoteAddr());
        if (peer.isEmpty() || !isTrusted(peer.get())) {
            return peer.map(ClientAddresses::key).orElse(0L);
        }
        InetAddress client = peer.get();
        for (String hop : hopsFromTheRight(request)) {
            Optional<InetAddress> address = Network.address(hop);
            if (address.isEmpty()) {
                break;
            }
            client = address.get();
            if (!isTrusted(client)) {
                break;
            }
        }
        return key(client);
    }

    private boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(network -> network.contains(address));
    }

    private List<String> hopsFromTheRight(HttpServletRequest request) {
        List<String> hops = new ArrayList<>();
        for (String header : Collections.list(request.getHeaders(FORWARDED_FOR))) {
            for (String hop : header.split(",", -1)) {
                hops.add(hop.strip());
            }
        }
        Collections.reverse(hops);
        return hops.subList(0, Math.min(hops.size(), MOST_HOPS));
    }

    private static long key(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == IPV4_BYTES ? bytes.getInt() & 0xFFFF_FFFFL : bytes.getLong();
    }
}
