package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.Stores;
import io.seckill.lock.LockException.Reason;
import io.seckill.lock.kit.LockNode;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Two buyers, a stock of ten, each reads it and writes back one less, under a lock. */
class TransactionOrderTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name = "order:" + UUID.randomUUID();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;
    private LockNode node;

    @BeforeEach
    void open() {
        Database database = Stores.shared().newDatabase();
        DriverManagerDataSource source =
                new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());
        jdbc = new JdbcTemplate(source);
        transaction = new TransactionTemplate(new JdbcTransactionManager(source));
        node = new RedisNodes().open(TestRedis.shared(), Duration.ofSeconds(30));
        jdbc.execute("CREATE TABLE stock (id INT PRIMARY KEY, remaining INT NOT NULL) ENGINE=InnoDB");
        jdbc.update("INSERT INTO stock VALUES (1, 10)");
    }

    @AfterEach
    void close() {
        node.close();
        threads.shutdownNow();
    }

    private CompletableFuture<Void> inBackground(Runnable work) {
        return CompletableFuture.runAsync(work, threads);
    }

    private int remaining() {
        return jdbc.queryForObject("SELECT remaining FROM stock WHERE id = 1", Integer.class);
    }

    private void write(int remaining) {
        jdbc.update("UPDATE stock SET remaining = ? WHERE id = 1", remaining);
    }

    /** The transaction around the lock, as {@code @Transactional} on a method that locks inside has it. */
    @Test
    void unlock_before_commit_loses_an_update() {
        CountDownLatch unlocked = new CountDownLatch(1);
        CountDownLatch secondHasRead = new CountDownLatch(1);
        CompletableFuture<Void> first = inBackground(() -> transaction.executeWithoutResult(status -> {
            assertThat(node.client().tryLock(name, "first", 30_000)).isTrue();
            try {
                write(remaining() - 1);
            } finally {
                assertThat(node.client().unlock(name, "first")).isTrue();
            }
            unlocked.countDown();
            await().until(() -> secondHasRead.getCount() == 0); // The commit is slow.
        }));
        CompletableFuture<Void> second = inBackground(() -> transaction.executeWithoutResult(status -> {
            await().until(() -> unlocked.getCount() == 0);
            assertThat(node.client().tryLock(name, "second", 30_000)).isTrue();
            int seen = remaining();
            secondHasRead.countDown();
            write(seen - 1);
        }));
        CompletableFuture.allOf(first, second).join();

        assertThat(remaining()).as("two were sold, one was counted").isEqualTo(9);
    }

    @Test
    void the_template_commits_before_it_unlocks() {
        CompletableFuture<?>[] buyers = new CompletableFuture<?>[8];
        CountDownLatch start = new CountDownLatch(buyers.length);
        for (int i = 0; i < buyers.length; i++) {
            buyers[i] = inBackground(() -> {
                start.countDown();
                await().until(() -> start.getCount() == 0);
                try {
                    LockResult<Boolean> result = node.template().runInTransaction(name, PATIENCE, transaction, held -> {
                        write(remaining() - 1);
                        return true;
                    });
                    assertThat(result.done()).hasValue(true);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        CompletableFuture.allOf(buyers).join();

        assertThat(remaining()).isEqualTo(10 - buyers.length);
    }

    @Test
    void the_template_refuses_the_wrong_order() {
        transaction.executeWithoutResult(status -> {
            assertThatThrownBy(() -> node.tryRun(name, () -> {}))
                    .isInstanceOfSatisfying(
                            LockException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IN_TRANSACTION));
            assertThatThrownBy(() -> node.template().runInTransaction(name, PATIENCE, transaction, held -> true))
                    .isInstanceOfSatisfying(
                            LockException.class, e -> assertThat(e.reason()).isEqualTo(Reason.IN_TRANSACTION));
        });
        assertThat(node.tryRun(name, () -> {})).as("nothing was left locked").isTrue();
    }

    @Test
    void a_lock_that_is_held_already_may_be_entered_inside_its_transaction() throws Exception {
        LockResult<Boolean> result = node.template()
                .runInTransaction(name, PATIENCE, transaction, held -> node.tryRun(name, () -> write(3)));
        assertThat(result.done()).hasValue(true);
        assertThat(remaining()).isEqualTo(3);
    }

    @Test
    void a_task_that_throws_is_rolled_back_and_unlocked() {
        assertThatThrownBy(() -> node.template().runInTransaction(name, PATIENCE, transaction, held -> {
                    write(0);
                    throw new IllegalStateException("thrown by the task");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(remaining()).isEqualTo(10);
        assertThat(node.tryRun(name, () -> {})).isTrue();
    }
}
