package io.seckill.api.web;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import tools.jackson.databind.json.JsonMapper;

/** How the parts of this package are plugged into Spring MVC and Tomcat. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new PathIdResolver());
        resolvers.add(new QueryResolver<>(NoQuery.class, NoQuery::read));
    }

    /** There is one form of an answer, so nobody needs to be refused for the one he would accept. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    /** Chinese, unless English is preferred to it. The bare {@code zh} stands for every other kind of Chinese. */
    @Bean
    LocaleResolver localeResolver() {
        AcceptHeaderLocaleResolver resolver = new AcceptHeaderLocaleResolver();
        resolver.setSupportedLocales(List.of(Locale.SIMPLIFIED_CHINESE, Locale.CHINESE, Locale.ENGLISH));
        resolver.setDefaultLocale(Locale.SIMPLIFIED_CHINESE);
        return resolver;
    }

    @Bean
    FilterRegistrationBean<EdgeFilter> edgeFilter(Failures failures, LocaleResolver localeResolver, JsonMapper json) {
        FilterRegistrationBean<EdgeFilter> registration =
                new FilterRegistrationBean<>(new EdgeFilter(failures, localeResolver, json));
        registration.setOrder(EdgeOrder.EDGE);
        return registration;
    }
}
