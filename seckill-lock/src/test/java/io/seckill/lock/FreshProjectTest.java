package io.seckill.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.lock.kit.RedisAddress;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds and runs a Spring Boot project that has this module and what it brings along, and nothing else. */
class FreshProjectTest {

    /** What a project gets that depends on this module: the tree of its compile scope without what is optional. */
    private static final Pattern BROUGHT_ALONG = Pattern.compile(
            "spring-(boot|boot-autoconfigure|boot-data-redis|boot-data-commons|boot-persistence|boot-transaction"
                    + "|boot-validation|core|beans|context|context-support|aop|expression|tx|oxm|messaging"
                    + "|data-commons|data-keyvalue|data-redis)"
                    + "|lettuce-core|redis-authx-core|reactor-core|reactive-streams|jspecify|snakeyaml"
                    + "|netty-(common|handler|transport|transport-native-unix-common|buffer|resolver|resolver-dns"
                    + "|codec-base|codec-dns)"
                    + "|slf4j-api|jul-to-slf4j|log4j-api|log4j-to-slf4j|logback-classic|logback-core|commons-logging"
                    + "|micrometer-commons|micrometer-observation"
                    + "|hibernate-validator|jakarta.validation-api|jakarta.annotation-api|jboss-logging|classmate"
                    + "|tomcat-embed-el");

    private static final Pattern JAR = Pattern.compile("(.+?)-\\d[^/\\\\]*\\.jar");

    @Test
    void a_fresh_project_uses_the_lock_with_spring_data_redis_alone(@TempDir Path classes) throws Exception {
        List<String> brought = broughtAlong();
        assertThat(brought).hasSizeGreaterThan(30).noneMatch(path -> path.contains("redisson"));
        String classPath = String.join(File.pathSeparator, brought);

        compile(classPath, classes);
        Process project = start(classes + File.pathSeparator + classPath);
        String output = new String(project.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(project.waitFor()).as(output).isZero();
        assertThat(output).containsPattern("sold, 9 left, token \\d{16}");
    }

    private static List<String> broughtAlong() throws Exception {
        List<String> brought = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> {
                    var jar = JAR.matcher(Path.of(path).getFileName().toString());
                    return jar.matches() && BROUGHT_ALONG.matcher(jar.group(1)).matches();
                })
                .collect(Collectors.toCollection(ArrayList::new));
        brought.add(Path.of(LockTemplate.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString());
        return brought;
    }

    private static void compile(String classPath, Path classes) {
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        errors,
                        errors,
                        "-proc:none",
                        "-parameters",
                        "--release",
                        "17",
                        "-cp",
                        classPath,
                        "-d",
                        classes.toString(),
                        "src/test/fresh-project/fresh/FreshApplication.java");
        assertThat(result).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static Process start(String classPath) throws Exception {
        RedisAddress redis = TestRedis.shared();
        ProcessBuilder project = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        "fresh.FreshApplication",
                        "--spring.data.redis.host=" + redis.host(),
                        "--spring.data.redis.port=" + redis.port())
                .redirectErrorStream(true);
        project.environment().put("SPRING_DATA_REDIS_PASSWORD", redis.password());
        return project.start();
    }
}
