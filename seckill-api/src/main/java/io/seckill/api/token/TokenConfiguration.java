package io.seckill.api.token;

import io.seckill.api.web.QueryResolver;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Hands the calls what they read of a token, and makes tokens where there is a secret to sign them with. */
@Configuration(proxyBeanMethods = false)
class TokenConfiguration implements WebMvcConfigurer {

    @Bean
    @ConditionalOnExpression("'${seckill.purchase-token.secret:}' != ''")
    PurchaseTokens purchaseTokens(PurchaseTokenProperties settings, Clock clock) {
        return new PurchaseTokens(String.valueOf(settings.secret()), settings.validFor(), clock);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(ShownToken.class, ShownToken::read));
        resolvers.add(new QueryResolver<>(TokenQuery.class, TokenQuery::read));
    }
}
