package io.seckill.queue;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The pool's meters, where the application has Micrometer. */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(WorkerPool.class)
public class QueueMetricsAutoConfiguration {

    @Bean
    QueueMeters seckillQueueMeters(WorkerPool pool) {
        return new QueueMeters(pool);
    }

    @Bean
    QueueWatch seckillQueueWatch(OrderQueue queues, QueueMeters meters, QueueProperties properties) {
        return new QueueWatch(queues, meters::show, properties);
    }
}
