package io.seckill.common.stores;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One real Redis and one real MySQL-family server, from wherever this machine has them: see {@link StoreSettings} for
 * the order and for the variables that choose. Tests take {@link #shared()}; the newcomer's run takes
 * {@link #open(Path, Consumer)}.
 */
public final class Stores implements AutoCloseable {

    private static @Nullable Stores shared;

    private final Lazy<Found<RedisEndpoint>> redis;
    private final Lazy<Found<MySqlEndpoint>> mysql;
    private final @Nullable FileChannel guard;
    private final List<Database> borrowed = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Stores(@Nullable Path directory, @Nullable FileChannel guard) {
        StoreStarter starter = new StoreStarter(StoreSettings.of(System.getenv()), directory);
        this.redis = new Lazy<>(() -> announced(starter.redis()));
        this.mysql = new Lazy<>(() -> announced(starter.mysql()));
        this.guard = guard;
    }

    private static <E> Found<E> announced(Found<E> found) {
        StoreLog.say(found.text());
        return found;
    }

    /**
     * The stores of this JVM, each started when it is first asked for. They live below the module's {@code target} and
     * end with the JVM, after its Spring contexts. Nobody may stop, freeze or fill them: for that there are
     * {@link RedisServer} and {@link MySqlServer}.
     *
     * @return the same stores at every call
     */
    public static synchronized Stores shared() {
        if (shared == null) {
            RunningServer.tidy();
            shared = new Stores(null, null);
            Shutdown.atEnd(shared::close);
        }
        return shared;
    }

    /**
     * Stores whose data outlive the JVM, in a directory that only one JVM uses at a time. Both are running when this
     * returns.
     *
     * @param directory made if it is not there
     * @param progress hears what is being unpacked and started, line by line
     * @return running stores; they end with the JVM, after its Spring contexts, or when the caller closes them
     * @throws StoreException if another process uses the directory, or a store cannot be started
     */
    public static Stores open(Path directory, Consumer<String> progress) {
        return open(directory, false, progress);
    }

    /**
     * The same with a choice to forget what is there.
     *
     * @param directory made if it is not there
     * @param afresh whether data of earlier runs are deleted first
     * @param progress hears what is being unpacked and started, line by line
     * @return running stores; they end with the JVM, after its Spring contexts, or when the caller closes them
     * @throws StoreException if another process uses the directory, or a store cannot be started or is not ours to
     *     empty
     */
    public static Stores open(Path directory, boolean afresh, Consumer<String> progress) {
        StoreLog.to(progress);
        StoreSettings settings = StoreSettings.of(System.getenv());
        if (afresh && (settings.redisUrl() != null || settings.mysqlUrl() != null)) {
            throw new StoreException("The stores named in SECKILL_TEST_REDIS_URL and SECKILL_TEST_MYSQL_URL are not"
                    + " emptied from here; empty them yourself and start without a reset.");
        }
        Stores stores = new Stores(directory, guard(directory));
        Shutdown.atEnd(stores::close);
        try {
            RunningServer.tidy();
            if (afresh) {
                progress.accept("deleting the data of earlier runs in " + directory);
                StoreFiles.delete(directory.resolve("redis"));
                StoreFiles.delete(directory.resolve("mysql"));
            }
            // MySQL takes a second or more, for which Redis need not wait.
            CompletableFuture<?> database =
                    CompletableFuture.runAsync(stores.mysql::get, task -> new Thread(task, "mysql-start").start());
            stores.redis.get();
            database.join();
            return stores;
        } catch (CompletionException e) {
            stores.close();
            throw e.getCause() instanceof StoreException known ? known : e;
        } catch (RuntimeException e) {
            stores.close();
            throw e;
        }
    }

    /**
     * Whether a process runs with stores in a directory.
     *
     * @param directory need not exist
     * @return true if {@link #open} would be refused there
     */
    public static boolean inUse(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (FileChannel mine = guard(directory)) {
            return false;
        } catch (StoreException taken) {
            return true;
        } catch (IOException e) {
            throw new StoreException("cannot use the directory " + directory + ": " + e, e);
        }
    }

    private static FileChannel guard(Path directory) {
        try {
            StoreFiles.ownersAlone(Files.createDirectories(directory));
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                channel.close();
                throw alreadyInUse(directory);
            }
            return channel;
        } catch (OverlappingFileLockException e) {
            throw alreadyInUse(directory);
        } catch (IOException e) {
            throw new StoreException("cannot use the directory " + directory + ": " + e, e);
        }
    }

    private static StoreException alreadyInUse(Path directory) {
        return new StoreException("Another process runs with the stores in " + directory
                + ". Stop that one first, or use another directory.");
    }

    private RedisEndpoint redis() {
        return redis.get().endpoint();
    }

    private MySqlEndpoint mysql() {
        return mysql.get().endpoint();
    }

    /**
     * Where Redis listens.
     *
     * @return the host
     * @throws StoreException if this machine has no Redis to offer; the message says what helps
     */
    public String redisHost() {
        return redis().host();
    }

    /** @return the port of Redis */
    public int redisPort() {
        return redis().port();
    }

    /** @return the password of Redis, or {@code null} if it asks for none */
    public @Nullable String redisPassword() {
        return redis().password();
    }

    /**
     * Creates a database that nobody has used: utf8mb4, without tables. On a server that is not ours it is dropped at
     * the end.
     *
     * @return how to get in
     * @throws StoreException if this machine has no such server to offer; the message says what helps
     */
    public Database newDatabase() {
        Database database = mysql().newDatabase();
        if (mysql.get().server() == null) {
            borrowed.add(database);
        }
        return database;
    }

    /**
     * A database that stays, created if it is not there.
     *
     * @param name begins with {@code seckill}
     * @return how to get in
     */
    public Database database(String name) {
        return mysql().database(name);
    }

    /**
     * What a Spring Boot application needs to use these stores. A Redis without a password gets an empty one, which
     * Boot takes as none.
     *
     * @param database where its tables are
     * @return properties by name, in a map of the caller's
     */
    public Map<String, String> springProperties(Database database) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("spring.data.redis.host", redis().host());
        properties.put("spring.data.redis.port", Integer.toString(redis().port()));
        if (redis().user() != null) {
            properties.put("spring.data.redis.username", redis().user());
        }
        properties.put("spring.data.redis.password", redis().password() == null ? "" : redis().password());
        if (redis().password() == null) {
            // Somebody named this server for trying things out: it is good enough for that wherever it is.
            properties.put("seckill.startup.allow-unsafe-redis", "true");
        }
        properties.put("spring.datasource.url", database.jdbcUrl());
        properties.put("spring.datasource.username", database.user());
        properties.put("spring.datasource.password", database.password());
        return properties;
    }

    /** Ends what was started here, once, and drops the databases created on a server that is not ours. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        borrowed.forEach(database -> quietly(() -> mysql().drop(database.name())));
        redis.ifMade().map(Found::server).ifPresent(Stores::quietly);
        mysql.ifMade().map(Found::server).ifPresent(Stores::quietly);
        if (guard != null) {
            // Last of all: whoever waits for the directory may have it once the servers are gone.
            quietly(guard);
        }
    }

    private static void quietly(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            StoreLog.say("while stopping: " + e);
        }
    }

    /** @return which servers run and where they listen */
    @Override
    public String toString() {
        return Stream.concat(redis.ifMade().map(Found::text).stream(), mysql.ifMade().map(Found::text).stream())
                .collect(Collectors.joining("; "));
    }
}
