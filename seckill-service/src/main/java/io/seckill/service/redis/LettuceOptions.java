package io.seckill.service.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import io.lettuce.core.SocketOptions.TcpUserTimeoutOptions;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How the Redis client behaves when things go wrong. It reconnects by itself; while it is disconnected a command is
 * refused at once rather than kept for later; what waits for an answer is bounded; and a peer that vanished without a
 * word is noticed in seconds, not in the kernel's quarter of an hour.
 */
@Configuration(proxyBeanMethods = false)
class LettuceOptions {

    /** Far above what a node has in flight; reached only when Redis stands still. */
    private static final int MAX_IN_FLIGHT = 20_000;

    @Bean
    LettuceClientOptionsBuilderCustomizer seckillLettuceOptions() {
        return options -> options.autoReconnect(true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MAX_IN_FLIGHT)
                .socketOptions(sockets());
    }

    /** Tries to reconnect at least once a second, not all nodes at the same instant; by default it is every half minute. */
    @Bean
    ClientResourcesBuilderCustomizer seckillReconnects() {
        return resources -> resources.reconnectDelay(
                Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(1), 100, TimeUnit.MILLISECONDS));
    }

    private static SocketOptions sockets() {
        SocketOptions.Builder sockets = SocketOptions.builder()
                .connectTimeout(Duration.ofSeconds(2))
                .keepAlive(KeepAliveOptions.builder()
                        .enable()
                        .idle(Duration.ofSeconds(5))
                        .interval(Duration.ofSeconds(5))
                        .count(3)
                        .build());
        // Only Linux's own transport has it; elsewhere an idle silence is noticed by keep-alive, a busy one by
        // time-outs.
        if (EpollProvider.isAvailable()) {
            sockets.tcpUserTimeout(TcpUserTimeoutOptions.builder()
                    .enable()
                    .tcpUserTimeout(Duration.ofSeconds(20))
                    .build());
        }
        return sockets.build();
    }
}
