package io.seckill.admin.security;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

/** What a password in the settings must look like. Not checked by annotations: the report of a failed one prints it. */
final class PasswordRules {

    /** What a password takes to be tried; a wrong name takes the same. */
    static final int COST = 10;

    private static final int SHORTEST = 12;

    /** More than this BCrypt does not read. */
    private static final int LONGEST_BYTES = 72;

    private static final String ID = "bcrypt";
    private static final String ENCODED = "{" + ID + "}";

    /** A lower cost is guessed too fast, a higher one keeps a processor busy for seconds. */
    private static final Pattern DIGEST = Pattern.compile("\\{bcrypt}\\$2[aby]\\$(1[0-5])\\$[./A-Za-z0-9]{53}");

    /** Such as {@code {noop}}: whoever writes that does not mean a password that begins with a bracket. */
    private static final Pattern OTHER_ENCODING = Pattern.compile("\\{[A-Za-z0-9@._-]+}");

    private PasswordRules() {}

    /**
     * Takes a password as it stands in the settings.
     *
     * @param user whose
     * @param password plain or encoded
     * @return it, if it will do
     * @throws UnfitUserException if not
     */
    static String require(String user, @Nullable String password) {
        String whose = "The console's user '" + user + "' has ";
        if (password == null || password.isEmpty()) {
            throw new UnfitUserException(whose + "no password: give it one of at least " + SHORTEST + " characters.");
        }
        if (password.startsWith(ENCODED)) {
            if (!DIGEST.matcher(password).matches()) {
                throw new UnfitUserException(
                        whose + "an encoded password that is no BCrypt digest with a cost of 10 to 15.");
            }
            return password;
        }
        if (OTHER_ENCODING.matcher(password).lookingAt()) {
            throw new UnfitUserException(whose + "a password in an encoding other than {bcrypt}.");
        }
        if (password.codePointCount(0, password.length()) < SHORTEST) {
            throw new UnfitUserException(whose + "a password that is shorter than " + SHORTEST + " characters.");
        }
        if (password.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            throw new UnfitUserException(whose + "a password that is longer than " + LONGEST_BYTES + " bytes.");
        }
        return password;
    }

    static boolean isEncoded(String password) {
        return password.startsWith(ENCODED);
    }

    /** {@return the cost of a digest, or empty for a plain password} */
    static OptionalInt cost(@Nullable String password) {
        Matcher digest = DIGEST.matcher(password == null ? "" : password);
        return digest.matches() ? OptionalInt.of(Integer.parseInt(digest.group(1))) : OptionalInt.empty();
    }

    /**
     * Encodes and compares passwords.
     *
     * @param cost of BCrypt, also for names that nobody has: the highest of all users', so that no name answers sooner
     * @return the encoder
     */
    static PasswordEncoder encoder(int cost) {
        return new DelegatingPasswordEncoder(ID, Map.of(ID, new BCryptPasswordEncoder(cost)));
    }
}
