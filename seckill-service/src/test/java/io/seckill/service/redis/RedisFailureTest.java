package io.seckill.service.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisFailureTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OOM command not allowed when used memory > 'maxmemory'.",
                "ERR Error running script (call to f_3a): @user_script:112: @user_script: 112: -OOM command not allowed",
                "READONLY You can't write against a read only replica.",
                "LOADING Redis is loading the dataset in memory",
                "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
                "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
                "BUSY Redis is busy running a script.",
                "NOREPLICAS Not enough good replicas to write.",
                "NOAUTH Authentication required.",
                "NOPERM this user has no permissions to run the 'evalsha' command",
                "CLUSTERDOWN The cluster is down",
                "MOVED 3999 127.0.0.1:6381",
                "ASK 3999 127.0.0.1:6381"
            })
    void what_redis_refuses_before_it_executes_is_a_definite_no(String reply) {
        assertThat(RedisFailure.of(new CompletionException(new RedisCommandExecutionException(reply))))
                .isEqualTo(RedisFailure.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ERR unknown", "ERR Error running script", "EXECABORT Transaction discarded"})
    void what_redis_says_otherwise_leaves_it_open(String reply) {
        assertThat(RedisFailure.of(new RedisCommandExecutionException(reply))).isEqualTo(RedisFailure.UNKNOWN);
    }

    @Test
    void silence_and_a_broken_connection_leave_it_open() {
        assertThat(RedisFailure.of(new RedisCommandTimeoutException("Command timed out after 2 second(s)")))
                .isEqualTo(RedisFailure.UNKNOWN);
        assertThat(RedisFailure.of(new RedisException("Connection reset by peer")))
                .isEqualTo(RedisFailure.UNKNOWN);
    }

    @Test
    void what_was_never_written_was_not_sent() {
        assertThat(RedisFailure.of(new RedisConnectionException("Unable to connect")))
                .isEqualTo(RedisFailure.NOT_SENT);
        assertThat(RedisFailure.of(new RedisException("Currently not connected. Commands are rejected.")))
                .isEqualTo(RedisFailure.NOT_SENT);
    }
}
