package io.seckill.admin.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Slows guessing down without shutting anybody out: what counts is a name from an address, so that whoever knows the
 * password gets in from another address, whatever goes on. A try counts when it begins, or many at a time would all find
 * the way free; a right password takes it back. Who has to wait costs neither a digest nor a count. It knows nothing of
 * which names there are.
 */
final class SignInThrottle {

    /** Some 200 bytes each. */
    private static final int MOST_ENTRIES = 20_000;

    private static final int MOST_DOUBLINGS = 30;

    private final SignInProperties settings;
    private final Ticker ticker;
    private final Cache<Tried, Waiting> names;
    private final Cache<String, Used> addresses;

    SignInThrottle(SignInProperties settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
        this.names = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(MOST_ENTRIES)
                .expireAfterAccess(settings.longestWait().multipliedBy(2))
                .build();
        this.addresses = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .maximumSize(MOST_ENTRIES)
                .expireAfterAccess(settings.addressWindow().multipliedBy(2))
                .build();
    }

    /** A name as it was tried from an address; of the name a hash, which is never long. */
    private record Tried(String address, UUID name) {

        static Tried of(String address, String name) {
            byte[] text = name.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
            return new Tried(address, UUID.nameUUIDFromBytes(text));
        }
    }

    /**
     * What is known of a name from an address.
     *
     * @param wrong tries that did not get in
     * @param until when the next one is let through
     * @param told whether somebody was told to wait since the last one
     */
    private record Waiting(int wrong, long until, boolean told) {}

    /**
     * What is known of an address.
     *
     * @param paid until when its tries so far are paid off
     * @param told whether somebody was told to wait since the last one
     */
    private record Used(long paid, boolean told) {}

    /**
     * That a try has to wait.
     *
     * @param time how long
     * @param first whether this is the first one since the last that went through
     */
    record Wait(Duration time, boolean first) {}

    /**
     * A try begins.
     *
     * @param address the client's, as a key
     * @param name what was typed
     * @return the wait, or {@code null} if the password may be looked at
     */
    @Nullable Wait begin(String address, String name) {
        long now = ticker.read();
        Wait[] refused = new Wait[1];
        addresses.asMap().compute(address, (key, used) -> tryFrom(used, now, refused));
        if (refused[0] == null) {
            names.asMap().compute(Tried.of(address, name), (key, waiting) -> tryName(waiting, now, refused));
            if (refused[0] != null) {
                giveBack(address);
            }
        }
        return refused[0];
    }

    /** A right password: the try does not count, and what went before is forgotten. */
    void succeeded(String address, String name) {
        names.invalidate(Tried.of(address, name));
        giveBack(address);
    }

    private Used tryFrom(@Nullable Used used, long now, Wait[] refused) {
        long paid = used == null || used.paid - now < 0 ? now : used.paid;
        long wait = paid + price() - now - settings.addressWindow().toNanos();
        if (used != null && wait > 0) {
            refused[0] = new Wait(Duration.ofNanos(wait), !used.told);
            return new Used(used.paid, true);
        }
        return new Used(paid + price(), false);
    }

    private long price() {
        return settings.addressWindow().toNanos() / settings.addressTries();
    }

    private void giveBack(String address) {
        addresses.asMap().computeIfPresent(address, (key, used) -> new Used(used.paid - price(), used.told));
    }

    private Waiting tryName(@Nullable Waiting waiting, long now, Wait[] refused) {
        if (waiting == null) {
            return new Waiting(1, now, false);
        }
        if (waiting.until - now > 0) {
            refused[0] = new Wait(Duration.ofNanos(waiting.until - now), !waiting.told);
            return new Waiting(waiting.wrong, waiting.until, true);
        }
        int wrong = waiting.wrong + 1;
        return new Waiting(wrong, now + waitAfter(wrong), false);
    }

    private long waitAfter(int wrong) {
        int doublings = wrong - settings.freeTries();
        if (doublings < 0) {
            return 0;
        }
        long longest = settings.longestWait().toNanos();
        long first = Math.min(settings.firstWait().toNanos(), longest);
        return doublings > MOST_DOUBLINGS || first > longest >> doublings ? longest : first << doublings;
    }

    /** For tests: what is remembered. */
    long size() {
        names.cleanUp();
        addresses.cleanUp();
        return names.estimatedSize() + addresses.estimatedSize();
    }
}
