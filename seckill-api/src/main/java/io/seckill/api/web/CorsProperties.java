package io.seckill.api.web;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which other web sites' pages may call the API from a browser.
 *
 * @param allowedOrigins their origins to the letter, such as {@code https://shop.example}; empty for none
 */
@ConfigurationProperties("seckill.cors")
record CorsProperties(@DefaultValue List<String> allowedOrigins) {

    /**
     * @throws IllegalArgumentException if one is no origin; {@code *} is none
     */
    CorsProperties {
        for (String origin : allowedOrigins) {
            if (!isOrigin(origin)) {
                throw new IllegalArgumentException("seckill.cors.allowed-origins: '" + origin
                        + "' is no origin; one looks like https://shop.example or http://localhost:3000");
            }
        }
    }

    private static boolean isOrigin(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
        String host = uri.getHost();
        return host != null && text.equals(origin(uri.getScheme(), host, uri.getPort()));
    }

    private static @Nullable String origin(@Nullable String scheme, String host, int port) {
        boolean web = "https".equals(scheme) || "http".equals(scheme);
        return web ? scheme + "://" + host + (port < 0 ? "" : ":" + port) : null;
    }
}
