package io.seckill.api;

import io.seckill.service.SeckillApplication;
import io.seckill.service.ServiceConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/**
 * The storefront's process: accepts orders and tells what became of them.
 *
 * <p>The console's libraries are on the class path too when all three processes share one JVM. Its security chain and
 * its templates are not wanted here, so they are left out by name: they are not there to be named by class otherwise.
 */
@SpringBootApplication(
        excludeName = {
            "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.actuate.web.servlet.ManagementWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
            "org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration"
        })
@ConfigurationPropertiesScan
@Import(ServiceConfiguration.class)
public class ApiApplication {

    /**
     * @param args Spring Boot's usual arguments
     */
    public static void main(String[] args) {
        SeckillApplication.of(ApiApplication.class, "api").run(args);
    }
}
