package io.seckill.admin.web;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Bodies, language, light and dark, and forms that a session did not outlive. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final ConsoleLocaleResolver locales = new ConsoleLocaleResolver();

    @Bean
    LocaleResolver localeResolver() {
        return locales;
    }

    @Bean
    FilterRegistrationBean<BodyArrival> bodyArrival(RefusalWriter refusals) {
        FilterRegistrationBean<BodyArrival> registration = new FilterRegistrationBean<>(new BodyArrival(refusals));
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(locales);
        registry.addInterceptor(new Appearance());
        registry.addInterceptor(new KeptForms());
    }
}
