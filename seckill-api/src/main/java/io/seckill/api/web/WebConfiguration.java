package io.seckill.api.web;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.seckill.service.http.CallsInHand;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** How the parts of this package are plugged into Spring MVC and Tomcat. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    /** Bytes of each connection, open or idle, in each direction: a whole request, a whole answer. */
    private static final int SOCKET_BUFFER = 2048;

    private final JsonMapper json;

    WebConfiguration(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters.addCustomConverter(new AnswerConverter(json));
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new PathIdResolver());
        resolvers.add(new QueryResolver<>(NoQuery.class, NoQuery::read));
        resolvers.add(new QueryResolver<>(RequestBody.class, RequestBody::of));
    }

    /** There is one form of an answer, so nobody needs to be refused for the one he would accept. */
    @Override
    public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
        negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
    }

    @Bean
    LocaleResolver localeResolver() {
        return new Languages();
    }

    @Bean
    FilterRegistrationBean<EdgeFilter> edgeFilter(
            Failures failures,
            LocaleResolver localeResolver,
            AnswerWriter writer,
            List<BodyPaths> bodyPaths,
            CorsProperties cors) {
        FilterRegistrationBean<EdgeFilter> registration = new FilterRegistrationBean<>(
                new EdgeFilter(failures, localeResolver, writer, new Bodies(bodyPaths), new Origins(cors)));
        registration.setOrder(EdgeOrder.EDGE);
        return registration;
    }

    @Bean
    FilterRegistrationBean<RequestTrail> requestTrail() {
        FilterRegistrationBean<RequestTrail> registration = new FilterRegistrationBean<>(new RequestTrail());
        registration.setOrder(EdgeOrder.TRAIL);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }

    /** After Spring Boot's own customizers, so that this valve is asked before theirs. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> errorValve(
            Failures failures, LocaleResolver localeResolver, JsonMapper json) {
        return factory -> factory.addContextCustomizers(context ->
                context.getParent().getPipeline().addValve(new EnvelopeErrorValve(failures, localeResolver, json)));
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> overload(
            OverloadProperties overload, Answers answers, CorsProperties cors, MeterRegistry meters) {
        OverloadRefusal refusal = new OverloadRefusal(answers, new Origins(cors), json, meters);
        return factory -> factory.addConnectorCustomizers(connector -> {
            // What Tomcat reads a call with is larger than all the call makes. Thrown away after each, it would
            // fill the heap as soon as more calls are in hand than it is kept for.
            connector.setProperty("processorCache", Integer.toString(overload.maxCalls()));
            connector.setProperty("socket.appReadBufSize", Integer.toString(SOCKET_BUFFER));
            connector.setProperty("socket.appWriteBufSize", Integer.toString(SOCKET_BUFFER));
            CallsInHand calls = CallsInHand.of(connector);
            calls.limit(overload.maxCalls(), refusal);
            Gauge.builder("seckill.overload.calls", calls, CallsInHand::count)
                    .description("Calls in hand, or in line for a thread or a processor")
                    .register(meters);
        });
    }
}
