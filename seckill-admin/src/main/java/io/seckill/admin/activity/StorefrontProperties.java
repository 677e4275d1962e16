package io.seckill.admin.activity;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where buyers are.
 *
 * @param url the storefront's address, such as {@code https://shop.example}; the console links to it if it is set
 */
@ConfigurationProperties("seckill.admin.storefront")
record StorefrontProperties(@Nullable URI url) {}
