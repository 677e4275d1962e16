package io.seckill.api.identity;

import com.nimbusds.jose.RemoteKeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URL;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that the issuer publishes. They are fetched again every few minutes, so a key that is withdrawn stops to count;
 * and at once when a token names a key that is not among them, so a new one counts from its first token on. That a token
 * can name any key it likes makes at most one call in two seconds, for which nobody waits but whoever names such keys.
 * While the issuer is away its last keys count.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {

    private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

    private static final int TIMEOUT_MS = 2_000;
    private static final int MOST_BYTES = 256 * 1024;

    /** How old the keys may get. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    /** How soon after a look somebody may cause another one by naming a key that is not there. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    /** How soon after a look that failed there may be another one. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    private final URL address;
    private final Clock clock;
    private final ResourceRetriever retriever = new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, MOST_BYTES);
    private final ReentrantLock fetching = new ReentrantLock();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile @Nullable JWKSet keys;
    private volatile Instant lookAgainAt = Instant.MIN;
    private volatile Instant lookForUnknownAt = Instant.MIN;
    private volatile @Nullable Exception lastFailure;

    IssuerKeys(URL address, Clock clock) {
        this.address = address;
        this.clock = clock;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws RemoteKeySourceException {
        if (keys == null) {
            fetchFirst();
        } else if (!clock.instant().isBefore(lookAgainAt)) {
            refreshBehind();
        }
        List<JWK> found = selector.select(known());
        if (!found.isEmpty() || clock.instant().isBefore(lookForUnknownAt)) {
            return found;
        }
        fetchUnknown();
        return selector.select(known());
    }

    private JWKSet known() throws RemoteKeySourceException {
        JWKSet set = keys;
        if (set == null) {
            throw new RemoteKeySourceException("the issuer's keys cannot be fetched", lastFailure);
        }
        return set;
    }

    /** Without any key everybody waits for the first ones. */
    private void fetchFirst() {
        fetching.lock();
        try {
            if (keys == null && !clock.instant().isBefore(lookAgainAt)) {
                fetch();
            }
        } finally {
            fetching.unlock();
        }
    }

    /** The keys that are there serve until newer ones are. */
    private void refreshBehind() {
        if (refreshing.compareAndSet(false, true)) {
            Thread thread = new Thread(this::refresh, "issuer-keys");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void refresh() {
        fetching.lock();
        try {
            if (!clock.instant().isBefore(lookAgainAt)) {
                fetch();
            }
        } finally {
            fetching.unlock();
            refreshing.set(false);
        }
    }

    /** One asks; who comes meanwhile with an unknown key is told that it is unknown. */
    private void fetchUnknown() {
        if (!fetching.tryLock()) {
            return;
        }
        try {
            if (!clock.instant().isBefore(lookForUnknownAt)) {
                fetch();
            }
        } finally {
            fetching.unlock();
        }
    }

    private void fetch() {
        Instant now = clock.instant();
        lookForUnknownAt = now.plus(BETWEEN_LOOKS);
        try {
            keys = JWKSet.parse(retriever.retrieveResource(address).getContent());
            lookAgainAt = now.plus(FRESH);
            lastFailure = null;
        } catch (IOException | ParseException e) {
            // Keys that were fresh stay so.
            Instant soon = now.plus(AFTER_FAILURE);
            lookAgainAt = lookAgainAt.isAfter(soon) ? lookAgainAt : soon;
            if (lastFailure == null) {
                log.warn("[entry] the issuer's keys cannot be fetched from {}: {}", address, e.toString());
            }
            lastFailure = e;
        }
    }
}
