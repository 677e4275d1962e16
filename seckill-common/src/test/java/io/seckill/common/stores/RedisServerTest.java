package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisServerTest {

    @ParameterizedTest
    @EnumSource(
            value = Aof.class,
            names = {"EVERYSEC", "ALWAYS"})
    void what_was_written_survives_a_kill_on_the_same_port(Aof aof) {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(aof))) {
            int port = redis.port();
            ask(redis, commands -> commands.set("k", "v"));

            redis.kill9();
            assertThat(redis.isAlive()).isFalse();
            redis.restart();

            assertThat(redis.port()).isEqualTo(port);
            assertThat(ask(redis, commands -> commands.get("k"))).isEqualTo("v");
            assertThat(ask(redis, commands -> commands.configGet("appendfsync").get("appendfsync")))
                    .isEqualToIgnoringCase(aof.name());
        }
    }

    @Test
    void without_a_file_a_restart_comes_back_empty() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().aof(Aof.OFF))) {
            ask(redis, commands -> commands.set("k", "v"));

            redis.restart();

            assertThat(ask(redis, commands -> commands.get("k"))).isNull();
        }
    }

    @Test
    void a_paused_server_answers_when_it_may_go_on() {
        try (RedisServer redis = RedisServer.start()) {
            redis.pause();
            assertThatThrownBy(() -> ask(redis, commands -> commands.set("k", "v")))
                    .isInstanceOf(RedisException.class);
            redis.resume();

            assertThat(ask(redis, commands -> commands.ping())).isEqualTo("PONG");
        }
    }

    @Test
    void the_oldest_supported_version_comes_out_of_a_jar() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().kind(RedisKind.EMBEDDED))) {
            assertThat(redis.version()).startsWith("6.2.");
            assertThat(ask(redis, commands -> commands.info("server"))).contains("redis_version:" + redis.version());
        }
    }

    @Test
    void arguments_reach_the_server_and_may_change_at_a_restart() {
        try (RedisServer redis = RedisServer.start(RedisOptions.defaults().with("--maxmemory", "5mb"))) {
            assertThat(maxmemory(redis)).isEqualTo("5242880");

            redis.restart(options -> options.with("--maxmemory", "6mb"));

            assertThat(maxmemory(redis)).isEqualTo("6291456");
        }
    }

    @Test
    void a_server_that_cannot_start_shows_its_own_words() {
        assertThatThrownBy(() -> RedisServer.start(RedisOptions.defaults().with("--no-such-option", "1")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("no-such-option");
    }

    @Test
    void a_fixed_port_that_is_taken_is_said_to_be() {
        try (RedisServer first = RedisServer.start()) {
            assertThatThrownBy(() -> RedisServer.start(RedisOptions.defaults().port(first.port())))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("Address already in use");
        }
    }

    private static String maxmemory(RedisServer redis) {
        return ask(redis, commands -> commands.configGet("maxmemory").get("maxmemory"));
    }

    private static String ask(RedisServer redis, Function<RedisCommands<String, String>, String> question) {
        RedisURI uri = RedisURI.create(redis.cliUrl());
        uri.setTimeout(Duration.ofSeconds(1));
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }
}
