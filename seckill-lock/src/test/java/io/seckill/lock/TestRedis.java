package io.seckill.lock;

import io.seckill.lock.kit.RedisAddress;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;

/** The Redis that the tests of this module share. */
public final class TestRedis {

    private static final RedisAddress SHARED = start();

    private TestRedis() {}

    public static RedisAddress shared() {
        return SHARED;
    }

    private static RedisAddress start() {
        try (ServerSocket free = new ServerSocket(0)) {
            int port = free.getLocalPort();
            free.close();
            Process server = new ProcessBuilder(
                            "redis-server",
                            "--port",
                            port + "",
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--dir",
                            Files.createTempDirectory("redis").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
            Thread.sleep(500);
            return new RedisAddress("127.0.0.1", port, "");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
