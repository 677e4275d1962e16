package io.seckill.admin.security;

import jakarta.validation.constraints.Pattern;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The one person who signs in.
 *
 * @param username the name to sign in with and the actor in the audit log; 1 to 64 letters, digits, dots, dashes and
 *     underscores
 * @param password what to sign in with, 12 characters to 72 bytes. There is none by default, and the console does not
 *     start without it
 */
@ConfigurationProperties("seckill.admin")
@Validated
record OperatorProperties(
        @DefaultValue("operator") @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String username,

        @Nullable String password) {

    private static final int SHORTEST = 12;

    /** More than this BCrypt does not read. */
    private static final int LONGEST_BYTES = 72;

    /** Not checked by an annotation: the report of a failed one prints the value. */
    String requirePassword() {
        if (password == null || password.isEmpty()) {
            throw new OperatorPasswordException("The console has no password: set seckill.admin.password"
                    + " (environment variable SECKILL_ADMIN_PASSWORD) to at least " + SHORTEST + " characters.");
        }
        if (password.codePointCount(0, password.length()) < SHORTEST) {
            throw new OperatorPasswordException(
                    "The console's password, seckill.admin.password, is shorter than " + SHORTEST + " characters.");
        }
        if (password.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES) {
            throw new OperatorPasswordException(
                    "The console's password, seckill.admin.password, is longer than " + LONGEST_BYTES + " bytes.");
        }
        return password;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "OperatorProperties[username=" + username + "]";
    }
}
