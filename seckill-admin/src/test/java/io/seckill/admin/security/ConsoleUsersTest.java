package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Who there is: nobody with a password that everybody knows, and no password is kept or written anywhere. */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleUsersTest {

    private static final Pattern TOLD = Pattern.compile("signs in with (\\S+) ");

    @EnableConfigurationProperties(UserProperties.class)
    static class Users {

        @Bean
        PasswordEncoder encoder(UserProperties settings) {
            return new SecurityConfiguration().passwordEncoder(settings);
        }

        @Bean
        UserDetailsService users(UserProperties settings, PasswordEncoder encoder, Environment environment) {
            return new SecurityConfiguration().consoleUsers(settings, encoder, environment);
        }
    }

    private final ApplicationContextRunner console = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withUserConfiguration(Users.class);

    @ParameterizedTest
    @CsvSource({
        "eleven-char,   is shorter than 12 characters",
        "五个汉字不够长,   is shorter than 12 characters",
        "1234567890123456789012345678901234567890123456789012345678901234567890123, is longer than 72 bytes",
        "{bcrypt}twelve-chars, is no BCrypt digest",
        "{bcrypt}$2a$04$abcdefghijklmnopqrstuuQwdkRtcdIEJsCZEtnvXnZpRjkVsYMHm, is no BCrypt digest"
    })
    void an_unfit_password_refuses_the_start_in_one_sentence(String password, String why) {
        for (String property : new String[] {"password", "users[0].password"}) {
            console.withPropertyValues("seckill.admin." + property + "=" + password, "seckill.admin.users[0].name=eve")
                    .run(context -> {
                        assertThat(context).hasFailed();
                        assertThat(sentence(context.getStartupFailure()))
                                .contains(why)
                                .endsWith(".")
                                .doesNotContain("\n", password);
                    });
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "unset",
            value = {"unset", "''"})
    void in_production_a_console_without_a_password_does_not_start(@Nullable String password) {
        console.withPropertyValues("spring.profiles.active=prod")
                .withPropertyValues(
                        password == null ? new String[0] : new String[] {"seckill.admin.password=" + password})
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(sentence(context.getStartupFailure())).contains("has no password: set");
                });
    }

    @Test
    void elsewhere_a_password_is_made_up_and_told_once_and_is_another_one_each_time(CapturedOutput output) {
        for (int start = 0; start < 2; start++) {
            console.run(context -> assertThat(context).hasNotFailed());
        }
        Matcher told = TOLD.matcher(output.getOut());

        assertThat(told.find()).isTrue();
        String first = told.group(1);
        assertThat(first).hasSize(20);
        assertThat(told.find()).isTrue();
        assertThat(told.group(1)).hasSize(20).isNotEqualTo(first);
        assertThat(told.find()).isFalse();
    }

    @Test
    void the_made_up_password_is_the_operator_s(CapturedOutput output) {
        console.run(context -> {
            Matcher told = TOLD.matcher(output.getOut());
            assertThat(told.find()).isTrue();
            assertThat(matches(context, "operator", told.group(1))).isTrue();
        });
    }

    @Test
    void a_password_is_kept_as_its_digest_only(CapturedOutput output) {
        console.withPropertyValues("seckill.admin.password=twelve-chars").run(context -> {
            assertThat(user(context, "operator").getPassword())
                    .startsWith("{bcrypt}$2a$10$")
                    .doesNotContain("twelve-chars");
            assertThat(matches(context, "operator", "twelve-chars")).isTrue();
            assertThat(context.getBean(UserProperties.class).toString()).doesNotContain("twelve-chars");
        });
        assertThat(output.getAll()).doesNotContain("twelve-chars");
    }

    @Test
    void an_encoded_password_is_taken_as_it_is_and_names_nobody_has_cost_as_much_as_it() {
        String digest = "{bcrypt}" + new BCryptPasswordEncoder(11).encode("twelve-chars");

        console.withPropertyValues("seckill.admin.password=" + digest).run(context -> {
            assertThat(user(context, "operator").getPassword()).isEqualTo(digest);
            assertThat(matches(context, "operator", "twelve-chars")).isTrue();
            assertThat(matches(context, "operator", digest)).isFalse();
            assertThat(context.getBean(PasswordEncoder.class).encode("for a name nobody has"))
                    .startsWith("{bcrypt}$2a$11$");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"operator", "nobody"})
    void a_name_that_nobody_has_costs_one_digest_like_any_other(String name) {
        console.withPropertyValues("seckill.admin.password=twelve-chars").run(context -> {
            AtomicInteger compared = new AtomicInteger();
            PasswordEncoder encoder = context.getBean(PasswordEncoder.class);
            DaoAuthenticationProvider provider =
                    new DaoAuthenticationProvider(context.getBean(UserDetailsService.class));
            provider.setPasswordEncoder(new PasswordEncoder() {
                @Override
                public String encode(CharSequence password) {
                    return encoder.encode(password);
                }

                @Override
                public boolean matches(CharSequence password, String digest) {
                    assertThat(digest).startsWith("{bcrypt}$2a$10$");
                    compared.incrementAndGet();
                    return encoder.matches(password, digest);
                }
            });

            assertThatThrownBy(() -> provider.authenticate(
                            UsernamePasswordAuthenticationToken.unauthenticated(name, "a-wrong-one-12")))
                    .isInstanceOf(BadCredentialsException.class);
            assertThat(compared).hasValue(1);
        });
    }

    @Test
    void there_are_several_users_and_who_is_not_said_to_be_an_operator_is_a_viewer() {
        console.withPropertyValues(
                        "seckill.admin.password=twelve-chars",
                        "seckill.admin.users[0].name=li.wei",
                        "seckill.admin.users[0].password=another-twelve",
                        "seckill.admin.users[0].role=operator",
                        "seckill.admin.users[1].name=guest",
                        "seckill.admin.users[1].password=a-third-twelve")
                .run(context -> {
                    assertThat(user(context, "operator").getAuthorities()).hasToString("[ROLE_OPERATOR]");
                    assertThat(user(context, "li.wei").getAuthorities()).hasToString("[ROLE_OPERATOR]");
                    assertThat(user(context, "guest").getAuthorities()).hasToString("[ROLE_VIEWER]");
                    assertThat(context.getBean(UserProperties.class).toString()).doesNotContain("twelve");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "Operator, more than one user",
        "worker, needs another name",
        "Unknown, needs another name",
    })
    void a_name_that_would_mislead_refuses_the_start(String name, String why) {
        console.withPropertyValues(
                        "seckill.admin.password=twelve-chars",
                        "seckill.admin.users[0].name=" + name,
                        "seckill.admin.users[0].password=another-twelve")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(sentence(context.getStartupFailure())).contains(why);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"seckill.admin.username=a b", "seckill.admin.users[0].name=a b"})
    void a_name_that_the_audit_log_cannot_hold_refuses_the_start(String name) {
        console.withPropertyValues(
                        "seckill.admin.password=twelve-chars", "seckill.admin.users[0].password=another-twelve", name)
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure()).hasStackTraceContaining("name");
                    assertThat(context.getStartupFailure().toString()).doesNotContain("twelve");
                });
    }

    private static String sentence(Throwable failure) {
        return new UnfitUserFailureAnalyzer().analyze(failure).getDescription();
    }

    private static UserDetails user(ApplicationContext context, String name) {
        return context.getBean(UserDetailsService.class).loadUserByUsername(name);
    }

    private static boolean matches(ApplicationContext context, String name, String password) {
        return context.getBean(PasswordEncoder.class)
                .matches(password, user(context, name).getPassword());
    }
}
