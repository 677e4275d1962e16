package io.seckill.api.bench.designs;

import io.seckill.api.web.QueryResolver;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Plugs the compared calls into the API, in the profile {@code bench} alone. */
@Profile("bench")
@Configuration(proxyBeanMethods = false)
class DesignConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(DesignCall.class, DesignCall::read));
    }
}
