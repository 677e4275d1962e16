package io.seckill.admin.chaos;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.seckill.common.stores.FaultProxy;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** A replica that has not heard the latest, promoted: everything that the old master took meanwhile is gone. */
final class Failover {

    private Failover() {}

    /**
     * Lets a new replica catch up, cuts it off for a while, kills the master.
     *
     * @param master who dies
     * @param lag how long the replica hears nothing
     * @return the replica, promoted
     */
    static RedisServer of(RedisServer master, Duration lag) {
        RedisServer replica = RedisServer.start(RedisOptions.defaults().password(master.password()));
        try (FaultProxy link = FaultProxy.to(master.host(), master.port())) {
            on(replica, redis -> {
                if (master.password() != null) {
                    redis.configSet("masterauth", master.password());
                }
                return redis.replicaof(link.host(), link.port());
            });
            Awaitility.await("the replica has caught up")
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> on(replica, redis -> redis.info("replication")).contains("master_link_status:up"));
            link.blackhole();
            LockSupport.parkNanos(lag.toNanos());
            master.kill9();
            on(replica, RedisCommands::replicaofNoOne);
            return replica;
        }
    }

    private static String on(RedisServer server, Function<RedisCommands<String, String>, String> work) {
        RedisClient client = RedisClient.create(RedisURI.create(server.cliUrl()));
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return work.apply(connection.sync());
        } finally {
            client.shutdown();
        }
    }
}
