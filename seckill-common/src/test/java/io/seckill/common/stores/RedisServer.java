package io.seckill.common.stores;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A Redis of one's own, for tests that kill, freeze or fill it. Bound to 127.0.0.1; port and data survive
 * {@link #stop()}, {@link #kill9()} and {@link #restart()}; {@link #close()} ends it and, unless a directory was named,
 * deletes its data. Whatever the test forgets is killed when the JVM ends.
 */
public final class RedisServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PORT_ATTEMPTS = 5;

    private final RedisBinary binary;
    private final Path directory;
    private final ServerProcess process;
    private final boolean throwAway;
    private RedisOptions options;

    private RedisServer(RedisOptions options) {
        this.binary = RedisBinary.find(options.kind());
        this.throwAway = options.directory() == null;
        this.directory = throwAway ? ThrowAway.directory("redis") : options.directory();
        this.options = options;
        createDirectories();
        this.process = new ServerProcess("Redis " + binary.version(), directory);
    }

    /**
     * Starts a Redis as {@link RedisOptions#defaults()} has it.
     *
     * @return the running server
     */
    public static RedisServer start() {
        return start(RedisOptions.defaults());
    }

    /**
     * Starts a Redis and waits until it answers, its file loaded.
     *
     * @param options how
     * @return the running server
     * @throws StoreException if there is no binary that runs here, or it does not come up within a minute
     */
    public static RedisServer start(RedisOptions options) {
        RedisServer server = new RedisServer(options);
        for (int attempt = 1; ; attempt++) {
            try {
                server.options = options.port() == 0 ? options.port(Ports.free()) : options;
                server.launch();
                return server;
            } catch (ServerProcess.PortTaken e) {
                if (options.port() != 0 || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void createDirectories() {
        try {
            Files.createDirectories(directory.resolve("data"));
        } catch (IOException e) {
            throw new StoreException("cannot create " + directory, e);
        }
    }

    private void launch() {
        writeConfiguration();
        List<String> command = new ArrayList<>(List.of(binary.file().toString(), "redis.conf"));
        command.addAll(options.arguments());
        process.launch(command, this::answers, PATIENCE);
    }

    /** A file, not arguments: the password would show in the list of processes. */
    private void writeConfiguration() {
        List<String> lines = new ArrayList<>(List.of(
                "bind " + HOST,
                "port " + options.port(),
                "dir ./data",
                "daemonize no",
                "save \"\"",
                "maxmemory-policy noeviction",
                "appendonly " + (options.aof() == Aof.OFF ? "no" : "yes"),
                "appendfsync " + (options.aof() == Aof.ALWAYS ? "always" : "everysec")));
        if (options.password() != null) {
            lines.add("requirepass " + options.password());
        }
        try {
            Files.write(directory.resolve("redis.conf"), lines);
        } catch (IOException e) {
            throw new StoreException("cannot write the configuration of Redis", e);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port()), 1_000);
            socket.setSoTimeout(1_000);
            String login = password() == null ? "" : "AUTH " + password() + "\r\n";
            socket.getOutputStream().write((login + "PING\r\n").getBytes(StandardCharsets.US_ASCII));
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return (login.isEmpty() || "+OK".equals(answers.readLine())) && "+PONG".equals(answers.readLine());
        } catch (IOException notYet) {
            return false;
        }
    }

    /** @return the address to connect to, 127.0.0.1 */
    public String host() {
        return HOST;
    }

    /** @return the port, the same for the life of this object */
    public int port() {
        return options.port();
    }

    /** @return the password, or {@code null} if it asks for none */
    public @Nullable String password() {
        return options.password();
    }

    /** @return the version of the binary, such as {@code 6.2.11} */
    public String version() {
        return binary.version();
    }

    /** @return the pid of the process last started */
    public long pid() {
        return process.pid();
    }

    /** @return whether the process is there; a paused one is */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** @return what {@code redis-cli -u} wants */
    public String cliUrl() {
        return "redis://" + (password() == null ? "" : ":" + password() + "@") + HOST + ":" + port();
    }

    /** @return the directory of {@code redis.conf} and {@code server.log}; the AOF is below {@code data} */
    public Path directory() {
        return directory;
    }

    /** Ends it by SIGTERM: the file is written out. */
    public void stop() {
        process.stop();
    }

    /** Ends it by SIGKILL. */
    public void kill9() {
        process.kill9();
    }

    /** Freezes it by SIGSTOP: connections stay, nothing answers. */
    public void pause() {
        process.pause();
    }

    /** Lets a frozen one go on. */
    public void resume() {
        process.resume();
    }

    /** Ends it if need be and starts it again on the same port and data. */
    public void restart() {
        restart(same -> same);
    }

    /**
     * The same with other options; port, directory and binary stay.
     *
     * @param change what to change
     */
    public void restart(UnaryOperator<RedisOptions> change) {
        stop();
        options = change.apply(options).port(options.port());
        launch();
    }

    /** Ends it; data in a throw-away directory go with it. */
    @Override
    public void close() {
        if (!throwAway) {
            stop();
            return;
        }
        process.kill9();
        StoreFiles.delete(directory.resolve("data"));
    }

    @Override
    public String toString() {
        return "Redis " + version() + " (" + binary.file() + ") on " + HOST + ":" + port();
    }
}
