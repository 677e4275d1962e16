package io.seckill.admin.security;

import io.seckill.service.audit.AuditLog;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/**
 * Notes who signed in and out, and who tried to. Of a name that is nobody's only that it was: people type their password
 * there. A sign-in that cannot be noted goes on, told in the log: an operator may be needed just when MySQL is away, and
 * changes nothing without it.
 */
@Component
class SignInNotes {

    private static final Logger log = LoggerFactory.getLogger(SignInNotes.class);
    private static final String NOBODY = "unknown";

    private final AuditLog audit;
    private final UserDetailsService users;

    SignInNotes(AuditLog audit, UserDetailsService users) {
        this.audit = audit;
        this.users = users;
    }

    void signedIn(String user, String address) {
        note(user, "SIGN_IN", address, null);
    }

    void signedOut(String user, String address) {
        note(user, "SIGN_OUT", address, null);
    }

    void failed(String typed, String address) {
        note(known(typed), "SIGN_IN_FAILED", address, null);
    }

    void throttled(String typed, String address, long seconds) {
        note(known(typed), "SIGN_IN_THROTTLED", address, Map.of("waitSeconds", seconds));
    }

    private void note(String actor, String action, String address, @Nullable Object data) {
        log.info("{} of {} from {}", action, actor, address);
        try {
            audit.noteByItself(actor, action, "address:" + address, null, data);
        } catch (RuntimeException e) {
            log.warn(
                    "{} of {} from {} is not in the audit log: {}",
                    action,
                    actor,
                    address,
                    NestedExceptionUtils.getMostSpecificCause(e).getMessage());
        }
    }

    private String known(String typed) {
        try {
            UserDetails user = users.loadUserByUsername(typed.strip());
            return user.getUsername();
        } catch (UsernameNotFoundException e) {
            return NOBODY;
        }
    }
}
