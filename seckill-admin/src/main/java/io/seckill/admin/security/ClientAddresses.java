package io.seckill.admin.security;

import io.seckill.common.net.AddressKey;
import io.seckill.common.net.TrustedProxies;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import org.springframework.stereotype.Component;

/** Tells where a request comes from. */
@Component
class ClientAddresses {

    private static final Client UNKNOWN = new Client("unknown", "unknown");

    private final TrustedProxies proxies;

    ClientAddresses(SignInProperties settings) {
        try {
            this.proxies = TrustedProxies.of("seckill.admin.sign-in.trusted-proxies", settings.trustedProxies());
        } catch (IllegalArgumentException e) {
            throw new UnfitUserException(e.getMessage() + ".");
        }
    }

    /**
     * A client's address.
     *
     * @param text for people
     * @param key what it is counted by, as {@link AddressKey} makes it
     */
    record Client(String text, String key) {

        private static Client at(InetAddress address) {
            return new Client(address.getHostAddress(), Long.toHexString(AddressKey.of(address)));
        }
    }

    /** {@return where a request comes from} */
    Client of(HttpServletRequest request) {
        return proxies.client(request.getRemoteAddr(), () -> request.getHeaders(TrustedProxies.FORWARDED_FOR))
                .map(Client::at)
                .orElse(UNKNOWN);
    }
}
