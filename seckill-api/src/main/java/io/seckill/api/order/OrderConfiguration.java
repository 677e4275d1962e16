package io.seckill.api.order;

import io.seckill.api.web.QueryResolver;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Hands the calls about orders their parameters. */
@Configuration(proxyBeanMethods = false)
class OrderConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(OrderQuery.class, OrderQuery::read));
        resolvers.add(new QueryResolver<>(StatusQuery.class, StatusQuery::read));
    }
}
