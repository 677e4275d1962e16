package io.seckill.api.token;

import io.seckill.api.web.QueryResolver;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Hands the calls what they read of a token. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(ShownToken.class, ShownToken::read));
        resolvers.add(new QueryResolver<>(TokenQuery.class, TokenQuery::read));
    }
}
