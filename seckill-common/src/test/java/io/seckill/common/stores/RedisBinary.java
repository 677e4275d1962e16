package io.seckill.common.stores;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code redis-server} that runs here.
 *
 * @param file the executable
 * @param version as it says itself, such as {@code 7.0.15}
 */
record RedisBinary(Path file, String version) {

    private static final Pattern VERSION = Pattern.compile("v=(\\d+)\\.(\\d+)\\.(\\d+)");

    /** Names inside the embedded-redis jar, by operating system and processor. Its Windows binary is 5.0: too old. */
    private static final Map<String, String> EMBEDDED = Map.of(
            "linux-amd64", "redis-server-6.2.6-v5-linux-amd64",
            "linux-aarch64", "redis-server-6.2.7-linux-arm64",
            "mac-x86_64", "redis-server-6.2.6-v5-darwin-amd64",
            "mac-aarch64", "redis-server-6.2.6-v5-darwin-arm64");

    static RedisBinary find(RedisKind kind) {
        return switch (kind) {
            case AUTO -> onThePath().orElseGet(RedisBinary::embedded);
            case PATH ->
                onThePath()
                        .orElseThrow(
                                () -> new StoreException("There is no redis-server of 6.2 or later on the PATH (Debian:"
                                        + " apt-get install redis-server). SECKILL_TEST_REDIS=embedded needs none."));
            case EMBEDDED -> embedded();
            case DOCKER -> throw new StoreException("A private Redis is a process of this machine, never a container");
        };
    }

    /** Redis 6.2 or later on the PATH; an older one is passed over with a word. */
    static Optional<RedisBinary> onThePath() {
        return StoreFiles.onThePath("redis-server").map(RedisBinary::of).filter(redis -> {
            if (!redis.atLeast(6, 2)) {
                StoreLog.say(redis.file + " is " + redis.version + "; 6.2 is needed, so it is not used");
            }
            return redis.atLeast(6, 2);
        });
    }

    static RedisBinary embedded() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String platform = (os.contains("mac") ? "mac" : os.contains("linux") ? "linux" : os) + "-"
                + System.getProperty("os.arch");
        String name = EMBEDDED.get(platform);
        URL packed = name == null ? null : RedisBinary.class.getResource("/" + name);
        if (packed == null) {
            throw new StoreException("There is no Redis 6.2 in a jar for " + platform
                    + ". Install redis-server (on Windows: use WSL), or point SECKILL_TEST_REDIS_URL at one.");
        }
        return of(unpack(packed, name));
    }

    private static Path unpack(URL packed, String name) {
        try {
            URLConnection connection = packed.openConnection();
            connection.setUseCaches(false);
            // The file's name outlived several contents, so that the size is part of our name.
            long size = connection.getContentLengthLong();
            return StoreFiles.unpackedOnce(name + "-" + size, directory -> {
                        try (InputStream in = packed.openStream()) {
                            StoreFiles.copy(in, directory.resolve("redis-server"));
                        }
                        StoreFiles.executable(directory.resolve("redis-server"));
                    })
                    .resolve("redis-server");
        } catch (IOException e) {
            throw new StoreException("cannot read " + packed, e);
        }
    }

    private static RedisBinary of(Path file) {
        String said = CommandOutput.of(file.toString(), "--version");
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            throw new StoreException(file + " does not run here: " + said.strip() + Hints.about(said));
        }
        return new RedisBinary(file, version.group().substring(2));
    }

    boolean atLeast(int major, int minor) {
        String[] parts = version.split("\\.");
        int mine = Integer.parseInt(parts[0]);
        return mine > major || mine == major && Integer.parseInt(parts[1]) >= minor;
    }
}
