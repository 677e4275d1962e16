package io.seckill.admin.security;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who signs in. A password is 12 characters to 72 bytes, or encoded already as <code>{bcrypt}$2a$…</code>.
 *
 * @param username the name of the one operator to sign in with and the actor in the audit log; 1 to 64 letters, digits,
 *     dots, dashes and underscores
 * @param password what the one operator signs in with. Without it and without further users, a password is generated and
 *     told in the log, good until the process ends; in the profile prod the console does not start then
 * @param users further users, or all of them
 */
@ConfigurationProperties("seckill.admin")
@Validated
record UserProperties(
        @DefaultValue("operator") @Pattern(regexp = NAME) String username,

        @Nullable String password,

        @DefaultValue List<@Valid User> users) {

    private static final String NAME = "[A-Za-z0-9._-]{1,64}";

    /**
     * One user.
     *
     * @param name the name to sign in with and the actor in the audit log; 1 to 64 letters, digits, dots, dashes and
     *     underscores; another one whatever the case of its letters
     * @param password what to sign in with
     * @param role VIEWER sees everything and changes nothing, OPERATOR may do both
     */
    record User(
            @NotNull @Pattern(regexp = NAME) String name,

            @Nullable String password,

            @DefaultValue("VIEWER") Role role) {

        /** Without the password. */
        @Override
        public String toString() {
            return "User[name=" + name + ", role=" + role + "]";
        }
    }

    /** {@return everybody that the settings give a password, and everybody that they list} */
    List<User> all() {
        List<User> all = new ArrayList<>(users);
        if (password != null && !password.isEmpty()) {
            all.add(0, new User(username, password, Role.OPERATOR));
        }
        return List.copyOf(all);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "UserProperties[username=" + username + ", users=" + users + "]";
    }
}
