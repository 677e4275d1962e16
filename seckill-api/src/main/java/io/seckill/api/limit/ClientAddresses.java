package io.seckill.api.limit;

import io.seckill.common.net.AddressKey;
import io.seckill.common.net.TrustedProxies;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

/** Tells where a request comes from, once for each. */
@Component
class ClientAddresses {

    /** The request attribute that keeps what was found: two limits ask. */
    private static final String FOUND = ClientAddresses.class.getName();

    private static final String SETTING = "seckill.rate-limit.trusted-proxies";

    private final TrustedProxies proxies;

    ClientAddresses(RateLimitProperties settings) {
        try {
            this.proxies = TrustedProxies.of(SETTING, settings.trustedProxies());
        } catch (IllegalArgumentException e) {
            throw new InvalidConfigurationPropertyValueException(SETTING, settings.trustedProxies(), e.getMessage());
        }
    }

    /**
     * The client's address, as a key.
     *
     * @param request the request
     * @return the key, as {@link AddressKey} makes it; 0 if the address cannot be read
     */
    long of(HttpServletRequest request) {
        if (request.getAttribute(FOUND) instanceof Long found) {
            return found;
        }
        long key = proxies.client(request.getRemoteAddr(), () -> request.getHeaders(TrustedProxies.FORWARDED_FOR))
                .map(AddressKey::of)
                .orElse(0L);
        request.setAttribute(FOUND, key);
        return key;
    }
}
