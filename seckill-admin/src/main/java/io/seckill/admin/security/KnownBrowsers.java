package io.seckill.admin.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.WebUtils;

/**
 * Recognises a browser in which a user has signed in before, by a cookie that is good for this name alone. Its tries are
 * counted apart from those of its address, so that a guesser behind the same proxy does not keep its owner out; whoever
 * steals it may guess as slowly as from one more address. (The device cookies of OWASP.)
 */
final class KnownBrowsers {

    static final String COOKIE = "SECKILL_ADMIN_BROWSER";

    private static final Duration KNOWN_FOR = Duration.ofDays(90);
    private static final int BYTES = 16;
    private static final Pattern VALUE = Pattern.compile("([0-9a-f]{32})\\.([0-9a-f]{64})");

    private final SecureRandom random = new SecureRandom();

    /** Another one at each start: the counts begin anew then too. */
    private final SecretKeySpec key = new SecretKeySpec(randomBytes(2 * BYTES), "HmacSHA256");

    /** {@return the browser's own number, if the user of this name has signed in in it before} */
    Optional<String> recognise(HttpServletRequest request, String name) {
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        if (cookie == null) {
            return Optional.empty();
        }
        var value = VALUE.matcher(cookie.getValue());
        if (!value.matches()) {
            return Optional.empty();
        }
        String number = value.group(1);
        boolean ours = MessageDigest.isEqual(
                HexFormat.of().parseHex(value.group(2)), HexFormat.of().parseHex(signature(number, name)));
        return ours ? Optional.of(number) : Optional.empty();
    }

    /** The user of this name has signed in: the browser gets its cookie, unless it has one. */
    void remember(HttpServletRequest request, HttpServletResponse response, String name) {
        if (recognise(request, name).isPresent()) {
            return;
        }
        String number = HexFormat.of().formatHex(randomBytes(BYTES));
        boolean secure = request.isSecure()
                || request.getServletContext().getSessionCookieConfig().isSecure();
        ResponseCookie cookie = ResponseCookie.from(COOKIE, number + "." + signature(number, name))
                .path(request.getContextPath() + SignInGate.PAGE)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Strict")
                .maxAge(KNOWN_FOR)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    private String signature(String number, String name) {
        try {
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            String signed = number + "|" + name.strip().toLowerCase(Locale.ROOT);
            return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
