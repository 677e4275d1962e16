package io.seckill.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.seckill.api.support.RunningApi;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.annotation.ImportCandidates;

/** The class path of the tests holds what the console brings along in the newcomer's one JVM. */
class ApiBesideConsoleTest {

    @Test
    void every_servlet_part_of_the_consoles_libraries_is_left_out() {
        List<String> excluded = List.of(
                ApiApplication.class.getAnnotation(SpringBootApplication.class).excludeName());
        List<String> theirs = StreamSupport.stream(
                        ImportCandidates.load(
                                        AutoConfiguration.class, getClass().getClassLoader())
                                .spliterator(),
                        false)
                .filter(name -> name.contains(".security.") || name.contains(".thymeleaf."))
                .filter(name -> !name.contains("eactive") && !name.contains("rsocket"))
                .toList();
        assertThat(theirs).isNotEmpty();
        assertThat(excluded).containsExactlyInAnyOrderElementsOf(theirs);
    }

    @Test
    void no_login_stands_in_front_of_the_api() {
        assertThat(RunningApi.standard().context().getBeanDefinitionNames())
                .noneMatch(name -> name.contains("springSecurity") || name.contains("thymeleaf"));
        assertThat(RunningApi.standard().get("/seckill/activities").outcome()).isEqualTo("200 OK");
    }
}
