package io.seckill.api.payment;

import io.seckill.api.web.BodyPaths;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets the provider's report through the door that refuses bodies. */
@Configuration(proxyBeanMethods = false)
class PaymentConfiguration {

    @Bean
    BodyPaths paymentBodyPaths() {
        return new BodyPaths(Set.of(CallbackPath.PATH), CallbackPath.MAX_BODY);
    }
}
