package io.seckill.service;

import java.time.Clock;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;

/** Everything of this module as one import, for the API and the console. */
@Configuration(proxyBeanMethods = false)
@ComponentScan(
        basePackageClasses = ServiceConfiguration.class,
        excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = WorkerApplication.class))
@ConfigurationPropertiesScan(basePackageClasses = ServiceConfiguration.class)
@MapperScan(
        basePackageClasses = ServiceConfiguration.class,
        annotationClass = org.apache.ibatis.annotations.Mapper.class)
public class ServiceConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }
}
