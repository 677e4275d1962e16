package io.seckill.service;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The process that runs the consumer: takes accepted orders from the queue and stores them. */
@SpringBootApplication
public class WorkerApplication {

    /**
     * @param args Spring Boot's usual arguments
     */
    public static void main(String[] args) {
        SeckillApplication.of(WorkerApplication.class, "worker").run(args);
    }
}
