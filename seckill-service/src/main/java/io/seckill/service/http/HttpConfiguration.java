package io.seckill.service.http;

import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** How Tomcat is set up in each of the three processes. */
@Configuration(proxyBeanMethods = false)
class HttpConfiguration {

    /**
     * More languages than a header of 8 KB can name. Tomcat's own limit of 10 is an exception in whatever asks first, and
     * with it an error of the server's for a header that is nobody's fault.
     */
    private static final int MOST_LANGUAGES = 8 * 1024;

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> sturdyConnector() {
        return factory -> {
            factory.setProtocol(SlowClients.Protocol.class.getName());
            factory.addConnectorCustomizers(connector -> connector.setMaxLocaleCount(MOST_LANGUAGES));
        };
    }

    /** After Spring Boot's own customizers, so that this valve is asked before theirs; the API brings one of its own. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnExpression("'${seckill.process:}' != 'api'")
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> bareErrors() {
        return factory -> factory.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new BareErrorValve()));
    }
}
