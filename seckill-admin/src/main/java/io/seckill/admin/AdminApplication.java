package io.seckill.admin;

import io.seckill.service.SeckillApplication;
import io.seckill.service.ServiceConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** The process that operators use: the console and its REST service. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(ServiceConfiguration.class)
public class AdminApplication {

    /**
     * @param args Spring Boot's usual arguments
     */
    public static void main(String[] args) {
        SeckillApplication.of(AdminApplication.class, "admin").run(args);
    }
}
