package io.seckill.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpServer;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

/** Keys that an issuer publishes, changes, withdraws and cannot show. */
class IssuerKeysTest {

    private static final Instant NOW = Instant.parse("2026-11-11T00:00:00Z");

    private static RSAKey first;
    private static RSAKey second;

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<List<JWK>> published = new AtomicReference<>();
    private final AtomicInteger status = new AtomicInteger(200);
    private HttpServer issuer;
    private JwtIdentity identity;

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return time.get();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    };

    private final AtomicReference<CountDownLatch> hang = new AtomicReference<>(new CountDownLatch(0));

    @BeforeAll
    static void makeKeys() throws Exception {
        first = new RSAKeyGenerator(2048).keyID("one").generate();
        second = new RSAKeyGenerator(2048).keyID("two").generate();
    }

    @BeforeEach
    void startIssuer() throws IOException {
        published.set(List.of(first));
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/keys", exchange -> {
            looks.incrementAndGet();
            try {
                hang.get().await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            byte[] keys = new JWKSet(published.get()).toString(true).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status.get(), keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        issuer.setExecutor(Executors.newCachedThreadPool());
        issuer.start();
        URI address = URI.create("http://127.0.0.1:" + issuer.getAddress().getPort() + "/keys");
        // No token is remembered: each is verified by the keys of the moment.
        IdentityProperties.Jwt settings = new IdentityProperties.Jwt(
                null, address, "RS256", "", "sub", Duration.ofSeconds(5), 0, Duration.ofMinutes(5));
        identity = new JwtIdentity(TokenVerifiers.of(settings, clock), settings, clock);
    }

    @AfterEach
    void stopIssuer() {
        issuer.stop(0);
    }

    @Test
    void the_keys_are_fetched_once_for_many_tokens() {
        for (int user = 1; user <= 20; user++) {
            assertThat(user(token(first, user))).isEqualTo(new UserId(user));
        }
        assertThat(looks).hasValue(1);
    }

    @Test
    void a_new_key_counts_from_its_first_token_on_and_the_old_one_until_it_is_withdrawn() {
        assertThat(user(token(first, 1))).isEqualTo(new UserId(1));
        pass(Duration.ofSeconds(11));
        published.set(List.of(first, second));
        assertThat(user(token(second, 2))).isEqualTo(new UserId(2));
        assertThat(user(token(first, 3))).isEqualTo(new UserId(3));
        published.set(List.of(second));
        pass(Duration.ofMinutes(5));
        assertThat(user(token(second, 4))).isEqualTo(new UserId(4));
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertRefused("untrusted", token(first, 5)));
    }

    @Test
    void tokens_that_name_made_up_keys_do_not_make_us_bother_the_issuer() throws Exception {
        RSAKey stranger = new RSAKeyGenerator(2048).keyID("made-up").generate();
        for (int i = 0; i < 50; i++) {
            assertRefused("untrusted", token(stranger, 1));
        }
        assertThat(looks).hasValue(1);
        pass(Duration.ofSeconds(11));
        for (int i = 0; i < 50; i++) {
            assertRefused("untrusted", token(stranger, 1));
        }
        assertThat(looks).hasValue(2);
        assertThat(user(token(first, 7))).isEqualTo(new UserId(7));
    }

    @Test
    void a_key_of_the_right_name_and_the_wrong_hand_is_refused() throws Exception {
        RSAKey forged = new RSAKeyGenerator(2048).keyID("one").generate();
        assertRefused("untrusted", token(forged, 1));
    }

    @Test
    void while_the_issuer_is_away_its_last_keys_count() {
        assertThat(user(token(first, 1))).isEqualTo(new UserId(1));
        status.set(500);
        pass(Duration.ofHours(1));
        assertThat(user(token(first, 2))).isEqualTo(new UserId(2));
    }

    @Test
    void an_issuer_that_was_never_reached_is_not_the_users_fault_and_is_asked_again_soon() {
        status.set(500);
        assertThatThrownBy(() -> user(token(first, 1)))
                .isInstanceOfSatisfying(
                        SeckillException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SYSTEM_BUSY));
        assertThatThrownBy(() -> user(token(first, 1))).isInstanceOf(SeckillException.class);
        assertThat(looks).hasValue(1);
        status.set(200);
        pass(Duration.ofSeconds(1));
        assertThat(user(token(first, 1))).isEqualTo(new UserId(1));
    }

    @Test
    void a_made_up_key_and_an_issuer_that_hangs_slow_nobody_else_down() throws Exception {
        assertThat(user(token(first, 1))).isEqualTo(new UserId(1));
        CountDownLatch hanging = new CountDownLatch(1);
        hang.set(hanging);
        try {
            pass(Duration.ofSeconds(11));
            RSAKey stranger = new RSAKeyGenerator(2048).keyID("made-up").generate();
            assertRefused("untrusted", token(stranger, 1));
            assertThat(looks).hasValue(2);
            pass(Duration.ofSeconds(1));
            for (int i = 2; i < 20; i++) {
                assertThat(user(token(first, i))).isEqualTo(new UserId(i));
            }
            assertThat(looks).as("keys that were fresh stay so").hasValue(2);
            pass(Duration.ofMinutes(6));
            for (int i = 20; i < 40; i++) {
                assertThat(user(token(first, i))).isEqualTo(new UserId(i));
            }
            await().atMost(Duration.ofSeconds(10)).until(() -> looks.get() == 3);
        } finally {
            hanging.countDown();
        }
    }

    @Test
    void a_public_key_is_no_secret_to_sign_with() {
        String confused = Tokens.signed(
                JWSAlgorithm.HS256,
                first.toPublicJWK().toJSONString(),
                claims -> claims.subject("42").expirationTime(Date.from(NOW.plusSeconds(60))));
        assertRefused("untrusted", confused);
    }

    private void pass(Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    private String token(RSAKey key, long user) {
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build();
        try {
            return Tokens.signed(
                    header,
                    new RSASSASigner(key),
                    claims -> claims.subject(Long.toString(user))
                            .expirationTime(Date.from(time.get().plusSeconds(60))));
        } catch (com.nimbusds.jose.JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private UserId user(String token) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("Authorization", "Bearer " + token);
        return identity.of(request);
    }

    private void assertRefused(String reason, String token) {
        assertThatThrownBy(() -> user(token)).isInstanceOfSatisfying(SeckillException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
            assertThat(e.details()).containsEntry("reason", reason);
        });
    }
}
