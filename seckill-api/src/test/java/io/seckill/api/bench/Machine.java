package io.seckill.api.bench;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Where and with what it was measured. */
final class Machine {

    private Machine() {}

    static Map<String, Object> of(Plant plant, Path out) {
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("processors", Runtime.getRuntime().availableProcessors() + " × " + processor());
        machine.put(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        machine.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        machine.put("disk", disk(out));
        machine.put("Redis", plant.redisServer.toString());
        machine.put("database", plant.mysqlServer.toString() + ", innodb_flush_log_at_trx_commit=1, no binary log");
        machine.put("identity", "JWT (HS256), verified on every call; known tokens from memory");
        machine.put(
                "limits",
                "user, address and users of an address as shipped (addresses by X-Forwarded-For, one a buyer); by activity"
                        + " on, its figure raised to 1,000,000");
        machine.put(
                "API",
                String.join(" ", Plant.jvmOfApi())
                        + "; worker stopped while orders are accepted; load generator on the same machine");
        return machine;
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String disk(Path path) {
        try {
            FileStore store = Files.getFileStore(path);
            return store.type() + " on " + store.name();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
