package io.seckill.service;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * The worker's regular duties, on threads enough that one held up by a store that is away holds up none of the others.
 * (With virtual threads Spring Boot would run all fixed-delay duties on a single thread.)
 */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@OnWorker
class WorkerSchedules {

    private static final int THREADS = 10;

    @Bean
    ThreadPoolTaskScheduler taskScheduler() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(THREADS);
        scheduler.setThreadNamePrefix("duty-");
        scheduler.setWaitForTasksToCompleteOnShutdown(true);
        scheduler.setAwaitTerminationSeconds(10);
        return scheduler;
    }
}
