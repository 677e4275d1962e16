package io.seckill.queue;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The queue's health, where the application has Spring Boot's. */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(OrderQueue.class)
@ConditionalOnEnabledHealthIndicator("seckill-queue")
public class QueueHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "seckillQueueHealthIndicator")
    HealthIndicator seckillQueueHealthIndicator(
            OrderQueue queues,
            RedisConnectionFactory connections,
            ObjectProvider<WorkerPool> pool,
            QueueProperties properties) {
        return new QueueHealthIndicator(queues, connections, pool.getIfAvailable(), properties.healthMaxAge());
    }
}
