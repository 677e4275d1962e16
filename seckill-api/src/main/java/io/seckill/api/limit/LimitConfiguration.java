package io.seckill.api.limit;

import io.seckill.api.web.EdgeOrder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the limit by address in front of the storefront's calls; the provider's reports are signed and not counted. */
@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

    @Bean
    FilterRegistrationBean<AddressFilter> addressFilter(
            RateLimitProperties settings, Limits limits, ClientAddresses addresses) {
        FilterRegistrationBean<AddressFilter> registration =
                new FilterRegistrationBean<>(new AddressFilter(limits, addresses));
        registration.addUrlPatterns(
                "/seckill/order", "/seckill/order/*", "/seckill/activities", "/seckill/activities/*");
        registration.setOrder(EdgeOrder.ADDRESS);
        registration.setEnabled(settings.ip().enabled());
        return registration;
    }
}
