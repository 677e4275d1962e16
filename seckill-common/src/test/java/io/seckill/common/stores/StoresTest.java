package io.seckill.common.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTest {

    @Test
    void all_tests_of_a_jvm_share_one_pair() {
        assertThat(Stores.shared()).isSameAs(Stores.shared());
    }

    @Test
    void the_shared_redis_never_evicts() {
        Stores stores = Stores.shared();
        RedisURI uri = RedisURI.create(stores.redisHost(), stores.redisPort());
        if (stores.redisPassword() != null) {
            uri.setCredentialsProvider(io.lettuce.core.RedisCredentialsProvider.from(
                    () -> io.lettuce.core.RedisCredentials.just(null, stores.redisPassword())));
        }
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            assertThat(connection.sync().info("memory")).contains("maxmemory_policy:noeviction");
            assertThat(connection.sync().info("persistence")).contains("aof_enabled:1");
        }
    }

    @Test
    void each_call_gives_another_empty_database() throws SQLException {
        Database one = Stores.shared().newDatabase();
        Database two = Stores.shared().newDatabase();

        try (Connection connection = one.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (v INT)");
        }

        assertThat(one.name()).isNotEqualTo(two.name());
        assertThat(ask(two, "SHOW TABLES")).isEmpty();
    }

    @Test
    void a_session_is_in_utc_strict_and_knows_every_letter() throws SQLException {
        Database database = Stores.shared().newDatabase();

        assertThat(ask(database, "SELECT @@session.time_zone")).containsExactly("+00:00");
        assertThat(ask(database, "SELECT @@sql_mode").get(0)).contains("STRICT_TRANS_TABLES");
        assertThat(ask(database, "SELECT @@character_set_database")).containsExactly("utf8mb4");
        assertThat(ask(database, "SELECT '抢购🎉'")).containsExactly("抢购🎉");
    }

    @Test
    void spring_gets_both_addresses() {
        Stores stores = Stores.shared();
        Database database = stores.newDatabase();

        Map<String, String> properties = stores.springProperties(database);

        assertThat(properties)
                .containsEntry("spring.data.redis.port", Integer.toString(stores.redisPort()))
                .containsEntry("spring.datasource.url", database.jdbcUrl())
                .containsEntry("spring.datasource.username", database.user());
    }

    @Test
    void data_in_a_named_directory_outlive_the_servers(@TempDir Path directory) throws SQLException {
        try (Stores first = Stores.open(directory, line -> {});
                Connection connection = first.database("seckill").connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (v INT)");
            statement.execute("INSERT INTO t VALUES (42)");
        }

        try (Stores second = Stores.open(directory, line -> {})) {
            assertThat(ask(second.database("seckill"), "SELECT v FROM t")).containsExactly("42");
        }
    }

    @Test
    void a_directory_in_use_is_refused(@TempDir Path directory) {
        assertThat(Stores.inUse(directory)).isFalse();
        try (Stores first = Stores.open(directory, line -> {})) {
            assertThat(Stores.inUse(directory)).isTrue();
            assertThatThrownBy(() -> Stores.open(directory, line -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("Another process runs with the stores in " + directory);
            assertThat(first.newDatabase().name()).startsWith("seckill_");
        }
        assertThat(Stores.inUse(directory)).isFalse();
    }

    @Test
    void a_reset_forgets_what_is_in_the_directory(@TempDir Path directory) throws SQLException {
        try (Stores first = Stores.open(directory, line -> {});
                Connection connection = first.database("seckill").connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (v INT)");
        }

        try (Stores second = Stores.open(directory, true, line -> {})) {
            assertThat(ask(second.database("seckill"), "SHOW TABLES")).isEmpty();
        }
    }

    private static List<String> ask(Database database, String query) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
        }
        return answers;
    }
}
