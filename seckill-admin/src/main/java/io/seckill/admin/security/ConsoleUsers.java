package io.seckill.admin.security;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The users of the settings, as Spring Security knows them: names and digests, no passwords. */
final class ConsoleUsers extends InMemoryUserDetailsManager {

    private static final Logger log = LoggerFactory.getLogger(ConsoleUsers.class);

    /** The audit log calls others by these names. */
    private static final Set<String> TAKEN = Set.of("worker", "unknown");

    private static final Profiles PRODUCTION = Profiles.of("prod");

    private ConsoleUsers(List<UserDetails> users) {
        super(users);
    }

    /**
     * Reads the settings.
     *
     * @throws UnfitUserException if they name nobody in production, or somebody who cannot be
     */
    static ConsoleUsers of(UserProperties settings, PasswordEncoder encoder, Environment environment) {
        List<UserProperties.User> all = settings.all();
        if (all.isEmpty()) {
            all = List.of(firstUser(settings.username(), environment));
        }
        Set<String> names = new HashSet<>();
        for (UserProperties.User user : all) {
            String name = user.name().toLowerCase(Locale.ROOT);
            if (TAKEN.contains(name)) {
                throw new UnfitUserException("The console's user '" + user.name() + "' needs another name.");
            }
            if (!names.add(name)) {
                throw new UnfitUserException("The console has more than one user '" + user.name() + "'.");
            }
        }
        return new ConsoleUsers(all.stream().map(user -> details(user, encoder)).toList());
    }

    private static UserProperties.User firstUser(String name, Environment environment) {
        if (environment.acceptsProfiles(PRODUCTION)) {
            throw new UnfitUserException("The console has no password: set seckill.admin.password"
                    + " (environment variable SECKILL_ADMIN_PASSWORD), or seckill.admin.users.");
        }
        String password = FirstPassword.make();
        log.warn(
                "The console has no password. Until it stops, user {} signs in with {} ; set seckill.admin.password to"
                        + " one of your own",
                name,
                password);
        return new UserProperties.User(name, password, Role.OPERATOR);
    }

    private static UserDetails details(UserProperties.User user, PasswordEncoder encoder) {
        String password = PasswordRules.require(user.name(), user.password());
        return User.withUsername(user.name())
                .password(PasswordRules.isEncoded(password) ? password : encoder.encode(password))
                .roles(user.role().name())
                .build();
    }
}
