package io.seckill.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

class JwtIdentityTest {

    private static final Instant NOW = Instant.parse("2026-11-11T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(600);

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
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

    private final JwtIdentity identity = identity(settings("", "sub"));

    @Test
    void a_sound_token_names_its_user() {
        assertThat(user(identity, Tokens.of("42", LATER))).isEqualTo(new UserId(42));
        assertThat(user(identity, Tokens.of("9223372036854775807", LATER))).isEqualTo(new UserId(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "007", "+7", "1.5", "0x10", "１", "alice", "9223372036854775808", ""})
    void a_subject_that_is_no_canonical_id_is_refused(String subject) {
        assertRefused("subject", () -> user(identity, Tokens.of(subject, LATER)));
    }

    @Test
    void a_token_without_a_subject_is_refused() {
        assertRefused("subject", () -> user(identity, token(claims -> claims.expirationTime(Date.from(LATER)))));
    }

    @Test
    void without_credentials_or_with_ones_of_another_kind_nobody_gets_in() {
        assertRefused("missing", () -> identity.of(new MockHttpServletRequest()));
        MockHttpServletRequest basic = new MockHttpServletRequest();
        basic.addHeader("Authorization", "Basic YTpi");
        assertRefused("malformed", () -> identity.of(basic));
        MockHttpServletRequest twice = new MockHttpServletRequest();
        twice.addHeader("Authorization", "Bearer " + Tokens.of("42", LATER));
        twice.addHeader("Authorization", "Bearer " + Tokens.of("43", LATER));
        assertRefused("malformed", () -> identity.of(twice));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b.c", "a.b", "....", "eyJhbGciOiJIUzI1NiJ9..", "\u0000", "é.é.é"})
    void garbage_is_refused(String token) {
        assertThatThrownBy(() -> user(identity, token))
                .isInstanceOfSatisfying(
                        SeckillException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
    }

    @Test
    void a_signature_by_another_secret_is_refused() {
        String forged = Tokens.signed(
                JWSAlgorithm.HS256,
                "another secret, that is as long as the first",
                claims -> claims.subject("42").expirationTime(Date.from(LATER)));
        assertRefused("untrusted", () -> user(identity, forged));
    }

    @Test
    void a_changed_payload_is_refused() {
        String[] parts = Tokens.of("42", LATER).split("\\.");
        String payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        String changed = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(payload.replace("42", "43").getBytes(StandardCharsets.UTF_8));
        assertRefused("untrusted", () -> user(identity, parts[0] + "." + changed + "." + parts[2]));
    }

    @Test
    void the_token_does_not_choose_the_algorithm() {
        JWTClaimsSet claims = new JWTClaimsSet.Builder()
                .subject("42")
                .expirationTime(Date.from(LATER))
                .build();
        assertRefused("untrusted", () -> user(identity, new PlainJWT(claims).serialize()));
        String longer = "0123456789abcdef".repeat(4);
        JwtIdentity otherwise = identity(settings(longer, null, "RS256", "", "sub"));
        String hs512 =
                Tokens.signed(JWSAlgorithm.HS512, longer, c -> c.subject("42").expirationTime(Date.from(LATER)));
        assertRefused("untrusted", () -> user(otherwise, hs512));
    }

    @Test
    void a_token_expires_also_when_it_was_remembered() {
        String token = Tokens.of("42", NOW.plusSeconds(60));
        assertThat(user(identity, token)).isEqualTo(new UserId(42));
        time.set(NOW.plusSeconds(66));
        assertRefused("expired", () -> user(identity, token));
    }

    @Test
    void a_token_that_never_expires_or_is_not_valid_yet_is_refused() {
        assertRefused("no_expiry", () -> user(identity, token(claims -> claims.subject("42"))));
        String early = token(claims ->
                claims.subject("42").expirationTime(Date.from(LATER)).notBeforeTime(Date.from(NOW.plusSeconds(6))));
        assertRefused("not_yet_valid", () -> user(identity, early));
        time.set(NOW.plusSeconds(2));
        assertThat(user(identity, early)).isEqualTo(new UserId(42));
    }

    @Test
    void a_token_for_another_service_is_refused_where_an_audience_is_asked_for() {
        JwtIdentity shop = identity(settings("shop", "sub"));
        assertRefused("audience", () -> user(shop, Tokens.of("42", LATER)));
        String others = token(
                claims -> claims.subject("42").expirationTime(Date.from(LATER)).audience("bank"));
        assertRefused("audience", () -> user(shop, others));
        String ours = token(claims ->
                claims.subject("42").expirationTime(Date.from(LATER)).audience(java.util.List.of("bank", "shop")));
        assertThat(user(shop, ours)).isEqualTo(new UserId(42));
    }

    @Test
    void the_user_may_be_in_a_claim_of_ones_own_as_text_or_number() {
        JwtIdentity own = identity(settings("", "uid"));
        assertThat(user(own, token(claims -> claims.claim("uid", 42L).expirationTime(Date.from(LATER)))))
                .isEqualTo(new UserId(42));
        assertThat(user(own, token(claims -> claims.claim("uid", "43").expirationTime(Date.from(LATER)))))
                .isEqualTo(new UserId(43));
        assertRefused(
                "subject",
                () -> user(own, token(claims -> claims.claim("uid", 1.5).expirationTime(Date.from(LATER)))));
    }

    @Test
    void an_access_token_by_its_proper_type_is_accepted_and_a_logout_token_is_not() throws Exception {
        Consumer<JWTClaimsSet.Builder> claims = c -> c.subject("42").expirationTime(Date.from(LATER));
        JWSHeader access = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .type(new JOSEObjectType("at+jwt"))
                .build();
        JWSHeader logout = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .type(new JOSEObjectType("logout+jwt"))
                .build();
        assertThat(user(identity, Tokens.signed(access, new MACSigner(Tokens.SECRET), claims)))
                .isEqualTo(new UserId(42));
        assertRefused("untrusted", () -> user(identity, Tokens.signed(logout, new MACSigner(Tokens.SECRET), claims)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4_000})
    void a_token_of_any_length_is_verified_once_and_remembered_as_itself(int more) {
        AtomicInteger verifications = new AtomicInteger();
        IdentityProperties.Jwt settings = settings("", "sub");
        TokenVerifier real = TokenVerifiers.of(settings, clock);
        JwtIdentity counting = new JwtIdentity(
                token -> {
                    verifications.incrementAndGet();
                    return real.verify(token);
                },
                settings,
                clock);
        for (int i = 0; i < 10; i++) {
            for (int user = 42; user <= 43; user++) {
                String subject = Integer.toString(user);
                String token = token(claims ->
                        claims.subject(subject).expirationTime(Date.from(LATER)).claim("more", "x".repeat(more)));
                assertThat(user(counting, token)).isEqualTo(new UserId(user));
                String other = token.substring(0, token.length() - 4) + "AAAA";
                assertRefused("untrusted", () -> user(counting, other));
            }
        }
        assertThat(verifications).hasValue(2 + 20);
    }

    @Test
    void of_a_flood_of_tokens_no_more_are_remembered_than_there_is_room_for() {
        IdentityProperties.Jwt settings = new IdentityProperties.Jwt(
                Tokens.SECRET, null, "RS256", "", "sub", Duration.ofSeconds(5), 100, Duration.ofMinutes(5));
        JwtIdentity small = identity(settings);
        for (int i = 1; i <= 2_000; i++) {
            user(small, Tokens.of(Integer.toString(i), LATER));
        }
        assertThat(small.remembered()).isLessThanOrEqualTo(100);
    }

    private JwtIdentity identity(IdentityProperties.Jwt settings) {
        return new JwtIdentity(TokenVerifiers.of(settings, clock), settings, clock);
    }

    private static IdentityProperties.Jwt settings(String audience, String claim) {
        return settings(Tokens.SECRET, null, "RS256", audience, claim);
    }

    static IdentityProperties.Jwt settings(String secret, URI keys, String algorithm, String audience, String claim) {
        return new IdentityProperties.Jwt(
                secret, keys, algorithm, audience, claim, Duration.ofSeconds(5), 1000, Duration.ofMinutes(5));
    }

    private static String token(Consumer<JWTClaimsSet.Builder> claims) {
        return Tokens.signed(JWSAlgorithm.HS256, Tokens.SECRET, claims);
    }

    private static UserId user(JwtIdentity identity, String token) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.addHeader("Authorization", "bearer " + token);
        return identity.of(request);
    }

    private static void assertRefused(String reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SeckillException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
            assertThat(e.details()).containsEntry("reason", reason);
        });
    }
}
