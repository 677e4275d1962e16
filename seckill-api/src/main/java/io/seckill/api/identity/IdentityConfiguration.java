package io.seckill.api.identity;

import io.seckill.api.web.EdgeOrder;
import io.seckill.api.web.QueryResolver;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the way that the settings choose in front of the order path. */
@Configuration(proxyBeanMethods = false)
class IdentityConfiguration implements WebMvcConfigurer {

    private static final Logger log = LoggerFactory.getLogger(IdentityConfiguration.class);

    @Bean
    FilterRegistrationBean<IdentityFilter> identityFilter(
            IdentityProperties settings, Environment environment, Clock clock) {
        FilterRegistrationBean<IdentityFilter> registration =
                new FilterRegistrationBean<>(new IdentityFilter(identity(settings, environment, clock)));
        registration.addUrlPatterns("/seckill/order", "/seckill/order/*");
        registration.setOrder(EdgeOrder.IDENTITY);
        return registration;
    }

    @Bean
    IdentityMode identityMode(IdentityProperties settings) {
        return settings.mode();
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new QueryResolver<>(UserId.class, UserId::proved));
    }

    static Identity identity(IdentityProperties settings, Environment environment, Clock clock) {
        return switch (settings.mode()) {
            case JWT -> new JwtIdentity(TokenVerifiers.of(settings.jwt(), clock), settings.jwt(), clock);
            case HEADER -> new HeaderIdentity(settings.header());
            case PARAM -> param(settings, environment);
        };
    }

    private static Identity param(IdentityProperties settings, Environment environment) {
        if (!settings.allowParam() && !environment.acceptsProfiles(Profiles.of("dev & !prod"))) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.mode is 'param' outside the profile 'dev': anybody could buy as anybody.",
                    "Use the mode jwt or header, run with the profile dev, or, for a load test on a closed network, set"
                            + " seckill.identity.allow-param=true.");
        }
        log.warn("seckill.identity.mode is 'param': whoever calls says who they are. Never do so in public.");
        return new ParamIdentity();
    }
}
