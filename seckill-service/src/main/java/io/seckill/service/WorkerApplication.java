package io.seckill.service;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The process that runs the consumer: takes accepted orders from the queue and stores them.
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
public class WorkerApplication {

    /**
     * @param args Spring Boot's usual arguments
     */
    public static void main(String[] args) {
        SeckillApplication.of(WorkerApplication.class, "worker").run(args);
    }
}
