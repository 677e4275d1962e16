package io.seckill.api.order;

import io.seckill.api.web.AnswerWriter;
import io.seckill.api.web.QueryResolver;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Hands the calls about orders their parameters. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(OrderQuery.class, OrderQuery::read));
        resolvers.add(new QueryResolver<>(StatusQuery.class, StatusQuery::read));
    }

    /** Behind all other filters, so that whatever they see to has been seen to. */
    @Bean
    FilterRegistrationBean<OrderDoor> orderDoor(
            OrderController orders, LocaleResolver localeResolver, AnswerWriter writer) {
        FilterRegistrationBean<OrderDoor> registration =
                new FilterRegistrationBean<>(new OrderDoor(orders, localeResolver, writer));
        registration.addUrlPatterns("/seckill/order", "/seckill/order/status");
        registration.setOrder(Ordered.LOWEST_PRECEDENCE);
        return registration;
    }
}
