package io.seckill.api.limit;

import io.seckill.api.web.BodyPaths;
import io.seckill.api.web.EdgeOrder;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Puts the limit by address in front of everything, addresses at which nothing lives included; the provider's reports are
 * signed and not counted.
 */
@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

    @Bean
    FilterRegistrationBean<AddressFilter> addressFilter(
            RateLimitProperties settings, Limits limits, ClientAddresses addresses, List<BodyPaths> reports) {
        Set<String> free =
                reports.stream().flatMap(paths -> paths.paths().stream()).collect(Collectors.toUnmodifiableSet());
        FilterRegistrationBean<AddressFilter> registration =
                new FilterRegistrationBean<>(new AddressFilter(limits, addresses, free));
        registration.setOrder(EdgeOrder.ADDRESS);
        registration.setEnabled(settings.ip().enabled());
        return registration;
    }
}
