package io.seckill.lock;

import io.seckill.lock.kit.LockNode;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A process that takes a lock, is stopped while it holds it, and writes when it wakes. */
final class LateHolder {

    static final String REDIS_PASSWORD = "LATE_HOLDER_REDIS_PASSWORD";
    static final String MYSQL_PASSWORD = "LATE_HOLDER_MYSQL_PASSWORD";

    private LateHolder() {}

    /**
     * @param args nodes, host, port, lock, lease in ms, JDBC URL, user; the passwords are in the environment
     * @throws Exception if it cannot even begin
     */
    public static void main(String[] args) throws Exception {
        LockNodes nodes =
                (LockNodes) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        RedisAddress redis = new RedisAddress(args[1], Integer.parseInt(args[2]), System.getenv(REDIS_PASSWORD));
        FencedRow row = new FencedRow(
                new JdbcTemplate(new DriverManagerDataSource(args[5], args[6], System.getenv(MYSQL_PASSWORD))));
        try (LockNode node = nodes.open(redis, Duration.ofMillis(Long.parseLong(args[4])))) {
            LockResult<Integer> result = node.template().tryRun(args[3], held -> {
                row.announce(held.token());
                System.out.println("HOLDING");
                awaitLine();
                return row.write("of the late holder", held.token());
            });
            System.out.println(result.getClass().getSimpleName() + " "
                    + (result instanceof LockResult.Lost<Integer> lost ? lost.value() : "?"));
        }
        System.exit(0);
    }

    private static void awaitLine() {
        try {
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A row that remembers the largest token it was told. */
    record FencedRow(JdbcTemplate jdbc) {

        void create() {
            jdbc.execute(
                    "CREATE TABLE fenced (id INT PRIMARY KEY, fence BIGINT NOT NULL, value VARCHAR(40)) ENGINE=InnoDB");
            jdbc.update("INSERT INTO fenced VALUES (1, 0, 'nobody''s')");
        }

        /** Before the first read under the lock: from here on an older token is refused. */
        int announce(long token) {
            return jdbc.update("UPDATE fenced SET fence = ? WHERE id = 1 AND fence <= ?", token, token);
        }

        int write(String value, long token) {
            return jdbc.update("UPDATE fenced SET value = ? WHERE id = 1 AND fence = ?", value, token);
        }

        String value() {
            return jdbc.queryForObject("SELECT value FROM fenced WHERE id = 1", String.class);
        }
    }
}
