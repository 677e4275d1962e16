package io.seckill.queue;

import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The queue for pushing and watching everywhere, and the {@link WorkerPool} where there is an {@link OrderHandler}. */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnProperty(prefix = "seckill.queue", name = "enabled", matchIfMissing = true)
@ConditionalOnBean(RedisConnectionFactory.class)
@EnableConfigurationProperties(QueueProperties.class)
public class QueueAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(OrderQueue.class)
    RedisListQueue orderQueue(RedisConnectionFactory connections, QueueProperties properties) {
        return new RedisListQueue(connections, properties);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean({DeadLetterStore.class, RedisListQueue.class})
    DeadLetters deadLetters(
            DeadLetterStore store,
            RedisListQueue queues,
            QueueProperties properties,
            ObjectProvider<DeadLetterEffects> effects,
            ObjectProvider<Clock> clock) {
        return new DeadLetters(
                store, queues, properties, effects.orderedStream().toList(), clock.getIfAvailable(Clock::systemUTC));
    }

    @Bean
    @ConditionalOnMissingBean(OrderHandler.class)
    @ConditionalOnBean(SimpleHandler.class)
    OrderHandler simpleOrderHandler(SimpleHandler handler) {
        return OrderHandler.each(handler);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(OrderHandler.class)
    WorkerPool workerPool(
            QueueProperties properties,
            RedisConnectionFactory connections,
            OrderHandler handler,
            ObjectProvider<DeadLetterSink> sink,
            ObjectProvider<Clock> clock,
            Environment environment) {
        DeadLetterSink present = sink.getIfAvailable();
        if (present == null) {
            throw new MissingDeadLetterSinkException();
        }
        StartChecks.timeouts(properties, connections);
        StartChecks.warn(properties, environment);
        return new WorkerPool(properties, connections, handler, present, clock.getIfAvailable(Clock::systemUTC));
    }
}
