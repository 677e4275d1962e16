package io.seckill.lock;

import io.micrometer.core.instrument.MeterRegistry;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Makes the {@link LockClient} of {@code seckill.lock.provider} and the {@link LockTemplate} on it. */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@EnableConfigurationProperties(LockProperties.class)
public final class LockAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LockTemplate lockTemplate(LockClient client, ObjectProvider<LockListener> listener) {
        return new LockTemplate(client, listener.getIfAvailable(() -> LockListener.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "seckill.lock.provider", havingValue = "redis", matchIfMissing = true)
    static class OnRedis {

        @Bean
        @ConditionalOnMissingBean(LockClient.class)
        RedisLockClient redisLockClient(
                StringRedisTemplate redis, LockProperties properties, ObjectProvider<LockListener> listener) {
            return new RedisLockClient(redis, properties, listener.getIfAvailable(() -> LockListener.NONE));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "seckill.lock.provider", havingValue = "redisson")
    @ConditionalOnClass(Redisson.class)
    static class OnRedisson {

        @Bean(destroyMethod = "shutdown")
        @ConditionalOnMissingBean
        RedissonClient redisson(
                DataRedisConnectionDetails where, DataRedisProperties redis, LockProperties properties) {
            return Redisson.create(RedissonSettings.from(where, redis, properties));
        }

        @Bean
        @ConditionalOnMissingBean(LockClient.class)
        RedissonLockClient redissonLockClient(
                RedissonClient redisson, LockProperties properties, ObjectProvider<LockListener> listener) {
            return new RedissonLockClient(redisson, properties, listener.getIfAvailable(() -> LockListener.NONE));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "seckill.lock.provider", havingValue = "redisson")
    @ConditionalOnMissingClass("org.redisson.Redisson")
    static class RedissonIsMissing {

        @Bean
        @ConditionalOnMissingBean
        LockClient lockClient() {
            throw new IllegalStateException(
                    "seckill.lock.provider=redisson needs org.redisson:redisson on the class path");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean
        LockListener lockListener(ObjectProvider<MeterRegistry> registry) {
            MeterRegistry meters = registry.getIfUnique();
            return meters == null ? LockListener.NONE : new MicrometerLockListener(meters);
        }
    }
}
