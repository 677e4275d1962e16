package io.seckill.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.SeckillException;
import java.time.Clock;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.mock.web.MockHttpServletRequest;

@ExtendWith(OutputCaptureExtension.class)
class IdentityConfigurationTest {

    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(Settings.class);

    @Configuration
    @EnableConfigurationProperties(IdentityProperties.class)
    static class Settings {
        @Bean
        Clock clock() {
            return Clock.systemUTC();
        }
    }

    @Test
    void tokens_are_the_default_and_without_a_key_the_start_is_refused_in_a_sentence() {
        assertRefusedStart("no key to verify tokens is given", "seckill.identity.jwt.secret");
    }

    @Test
    void an_empty_secret_is_none() {
        assertRefusedStart(
                "no key to verify tokens",
                "jwk-set-uri",
                "seckill.identity.jwt.secret=",
                "seckill.identity.jwt.jwk-set-uri=");
    }

    @Test
    void two_keys_are_one_too_many() {
        assertRefusedStart(
                "two keys",
                "one of",
                "seckill.identity.jwt.secret=" + SECRET,
                "seckill.identity.jwt.jwk-set-uri=http://issuer/keys");
    }

    @Test
    void a_weak_secret_is_refused_without_being_shown(CapturedOutput output) {
        assertRefusedStart("13 bytes", "openssl", "seckill.identity.jwt.secret=short-and-sad");
        assertRefusedStart("no Base64", "plain text", "seckill.identity.jwt.secret=base64:not-base64!");
        assertRefusedStart("can be guessed", "openssl", "seckill.identity.jwt.secret=" + "ab".repeat(20));
        assertThat(output).doesNotContain("short-and-sad", "abab");
    }

    @Test
    void an_algorithm_that_does_not_exist_is_refused() {
        assertRefusedStart(
                "'none'",
                "RS256",
                "seckill.identity.jwt.jwk-set-uri=http://issuer/keys",
                "seckill.identity.jwt.algorithm=none");
    }

    @Test
    void a_gateway_without_a_secret_is_refused() {
        assertRefusedStart("header.secret is missing", "X-Gateway-Secret", "seckill.identity.mode=header");
        assertRefusedStart(
                "shorter than 16",
                "X-Gateway-Secret",
                "seckill.identity.mode=header",
                "seckill.identity.header.secret=too-short");
    }

    @Test
    void believing_the_request_is_refused_outside_the_profile_dev() {
        assertRefusedStart("anybody could buy as anybody", "allow-param=true", "seckill.identity.mode=param");
    }

    @ParameterizedTest
    @CsvSource({"dev, false", "prod, true"})
    void believing_the_request_is_possible_in_dev_or_when_told_so_and_warns(
            String profile, boolean allowed, CapturedOutput output) {
        runner.withPropertyValues("seckill.identity.mode=param", "seckill.identity.allow-param=" + allowed)
                .run(context -> {
                    MockEnvironment environment = new MockEnvironment();
                    environment.setActiveProfiles(profile);
                    Identity identity = IdentityConfiguration.identity(
                            context.getBean(IdentityProperties.class), environment, Clock.systemUTC());
                    assertThat(identity).isInstanceOf(ParamIdentity.class);
                });
        assertThat(output).contains("Never do so in public");
    }

    @Test
    void settings_that_are_shown_do_not_show_their_secrets() {
        runner.withPropertyValues("seckill.identity.jwt.secret=" + SECRET, "seckill.identity.header.secret=" + SECRET)
                .run(context -> assertThat(
                                context.getBean(IdentityProperties.class).toString())
                        .doesNotContain(SECRET));
    }

    @Test
    void a_gateway_is_believed_if_it_knows_the_secret() {
        HeaderIdentity identity = new HeaderIdentity(new IdentityProperties.Header("X-User-Id", "X-Proof", SECRET));
        assertThat(identity.of(request("X-Proof", SECRET, "X-User-Id", "42"))).isEqualTo(new UserId(42));
        assertRefused(identity, "missing");
        assertRefused(identity, "missing", "X-User-Id", "42");
        assertRefused(identity, "missing", "X-Proof", SECRET);
        assertRefused(identity, "untrusted", "X-Proof", SECRET + "x", "X-User-Id", "42");
        assertRefused(identity, "untrusted", "X-Proof", "", "X-User-Id", "42");
        assertRefused(identity, "subject", "X-Proof", SECRET, "X-User-Id", "042");
        assertRefused(identity, "malformed", "X-Proof", SECRET, "X-User-Id", "42", "X-User-Id", "43");
        assertRefused(identity, "malformed", "X-Proof", SECRET, "X-Proof", "x", "X-User-Id", "42");
    }

    private void assertRefusedStart(String problem, String action, String... properties) {
        runner.withPropertyValues(properties).run(context -> {
            IdentityProperties settings = context.getBean(IdentityProperties.class);
            assertThatThrownBy(() -> IdentityConfiguration.identity(settings, new MockEnvironment(), Clock.systemUTC()))
                    .isInstanceOfSatisfying(MisconfiguredIdentityException.class, e -> {
                        var analysis = Objects.requireNonNull(new MisconfiguredIdentityAnalyzer().analyze(e));
                        assertThat(analysis.getDescription()).contains(problem);
                        assertThat(analysis.getAction()).contains(action);
                    });
        });
    }

    private static void assertRefused(Identity identity, String reason, String... headers) {
        assertThatThrownBy(() -> identity.of(request(headers)))
                .isInstanceOfSatisfying(
                        SeckillException.class, e -> assertThat(e.details()).containsEntry("reason", reason));
    }

    private static MockHttpServletRequest request(String... headers) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        for (int i = 0; i < headers.length; i += 2) {
            request.addHeader(headers[i], headers[i + 1]);
        }
        return request;
    }
}
