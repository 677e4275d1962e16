package io.seckill.service;

import io.seckill.service.startup.StoreWait;
import java.util.Map;
import org.springframework.boot.SpringApplication;

/**
 * How each of the three processes starts: on its own settings file. All three can share one class path, so none of them
 * reads a file that another one owns: {@code seckill-service.yml} holds what is common, {@code seckill-<process>.yml}
 * what is the process's own, and {@code application.yml} is left to whoever runs it and wins over both. A process waits
 * for stores that are away when it starts.
 */
public final class SeckillApplication {

    private SeckillApplication() {}

    /**
     * An application that has yet to be run.
     *
     * @param source the class that holds its beans
     * @param process {@code api}, {@code worker} or {@code admin}
     * @return the application
     */
    public static SpringApplication of(Class<?> source, String process) {
        SpringApplication application = new SpringApplication(source);
        application.setMainApplicationClass(source);
        application.addInitializers(new StoreWait());
        application.setDefaultProperties(Map.of(
                "spring.config.name",
                "seckill-service,seckill-" + process + ",application",
                "seckill.process",
                process));
        return application;
    }
}
