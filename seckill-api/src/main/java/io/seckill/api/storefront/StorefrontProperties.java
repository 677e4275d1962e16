package io.seckill.api.storefront;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sample storefront.
 *
 * @param enabled whether it is served at {@code /}; it is in the profile {@code dev}
 * @param payUrl where an order is paid, {@code {orderId}} standing for its id; empty if the page cannot send anybody there
 */
@ConfigurationProperties("seckill.storefront")
record StorefrontProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("") String payUrl) {

    /**
     * @throws IllegalArgumentException if the address is neither a path nor one of the web, or names no order
     */
    StorefrontProperties {
        boolean address = payUrl.matches("(https?:/)?/[^\\s\"'<>]*") && payUrl.contains("{orderId}");
        if (!payUrl.isEmpty() && !address) {
            throw new IllegalArgumentException("seckill.storefront.pay-url is '" + payUrl
                    + "'; a path or an http(s) address that holds {orderId} is wanted");
        }
    }
}
