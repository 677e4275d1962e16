package io.seckill.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** There is no default password, and none that is too short; and it is never written anywhere. */
class OperatorPasswordTest {

    @EnableConfigurationProperties(OperatorProperties.class)
    static class Operator {

        private final PasswordEncoder encoder = new BCryptPasswordEncoder(4);

        @Bean
        UserDetailsService operator(OperatorProperties properties) {
            return new SecurityConfiguration().operator(properties, encoder);
        }
    }

    private final ApplicationContextRunner console = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ValidationAutoConfiguration.class))
            .withUserConfiguration(Operator.class);

    @ParameterizedTest
    @CsvSource(
            nullValues = "unset",
            value = {
                "unset,         has no password",
                "'',            has no password",
                "eleven-char,   is shorter than 12 characters",
                "五个汉字不够长,   is shorter than 12 characters",
                "1234567890123456789012345678901234567890123456789012345678901234567890123, is longer than 72 bytes"
            })
    void an_unfit_password_refuses_the_start_in_one_sentence(@Nullable String password, String why) {
        console.withPropertyValues(
                        password == null ? new String[0] : new String[] {"seckill.admin.password=" + password})
                .run(context -> {
                    assertThat(context).hasFailed();
                    String sentence = new OperatorPasswordFailureAnalyzer()
                            .analyze(context.getStartupFailure())
                            .getDescription();
                    assertThat(sentence).contains(why).endsWith(".").doesNotContain("\n");
                    if (password != null && !password.isEmpty()) {
                        assertThat(sentence).doesNotContain(password);
                    }
                });
    }

    @Test
    void a_fit_password_is_kept_as_its_digest_only() {
        console.withPropertyValues("seckill.admin.password=twelve-chars").run(context -> {
            String kept = context.getBean(UserDetailsService.class)
                    .loadUserByUsername("operator")
                    .getPassword();
            assertThat(new BCryptPasswordEncoder().matches("twelve-chars", kept))
                    .isTrue();
            assertThat(context.getBean(OperatorProperties.class).toString()).doesNotContain("twelve-chars");
        });
    }

    @Test
    void a_user_name_that_the_audit_log_cannot_hold_refuses_the_start() {
        console.withPropertyValues("seckill.admin.password=twelve-chars", "seckill.admin.username=a b")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure()).hasStackTraceContaining("username");
                });
    }
}
