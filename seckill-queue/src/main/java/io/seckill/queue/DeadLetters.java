package io.seckill.queue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's hand on the dead letters: list, replay, void, bury, each by message id and each once. Whoever dies in
 * between, a second try completes it: the state changes by compare-and-set, the push does nothing while the message is
 * queued, in hand or in retry, and a message that was handled meanwhile meets an idempotent handler.
 */
public final class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);

    /** A replay takes milliseconds; one that is under way for so long has died. */
    private static final Duration REPLAY_TAKES = Duration.ofSeconds(30);

    private final DeadLetterStore store;
    private final RedisListQueue queues;
    private final QueueProperties properties;
    private final List<DeadLetterEffects> effects;
    private final Clock clock;

    DeadLetters(
            DeadLetterStore store,
            RedisListQueue queues,
            QueueProperties properties,
            List<DeadLetterEffects> effects,
            Clock clock) {
        this.store = store;
        this.queues = queues;
        this.properties = properties;
        this.effects = List.copyOf(effects);
        this.clock = clock;
    }

    /**
     * Looks a letter up.
     *
     * @param messageId the message's id
     * @return the letter, if there is one
     */
    public Optional<StoredDeadLetter> find(String messageId) {
        return store.find(messageId);
    }

    /**
     * Lists letters, the newest first.
     *
     * @param query which
     * @return at most as many as asked for
     */
    public List<StoredDeadLetter> page(DeadLetterQuery query) {
        return store.page(query);
    }

    /**
     * Puts the message back at the head of its queue, its counts at zero. Refused if the letter was replayed or voided,
     * if the message could only be buried again, or if it is still in hand or queued: then try again in a moment. If it
     * fails again, the letter is open again.
     *
     * @param messageId the message's id
     * @return what became of it
     * @throws RuntimeException if a store is away; the letter is open, or is replaying and can be replayed again after
     *     half a minute
     */
    public DeadLetterOutcome replay(String messageId) {
        Optional<StoredDeadLetter> found = store.find(messageId);
        if (found.isEmpty()) {
            return new DeadLetterOutcome.NotFound();
        }
        StoredDeadLetter stored = found.get();
        String obstacle = obstacleToReplay(stored);
        if (obstacle != null) {
            return new DeadLetterOutcome.Refused(obstacle);
        }
        if (stored.state() == DeadLetterState.OPEN
                && !store.change(messageId, DeadLetterState.OPEN, DeadLetterState.REPLAYING, () -> {})) {
            return new DeadLetterOutcome.Refused("somebody else is settling it");
        }
        return push(stored);
    }

    private DeadLetterOutcome push(StoredDeadLetter stored) {
        String messageId = stored.messageId();
        try {
            effects.forEach(effect -> effect.replaying(stored));
        } catch (DeadLetterRefusedException e) {
            store.change(messageId, DeadLetterState.REPLAYING, DeadLetterState.OPEN, () -> {});
            return new DeadLetterOutcome.Refused(reason(e));
        } catch (RuntimeException e) {
            store.change(messageId, DeadLetterState.REPLAYING, DeadLetterState.OPEN, () -> {});
            throw e;
        }
        boolean pushed;
        try {
            pushed = queues.replay(stored.letter());
        } catch (RuntimeException e) {
            if (RedisFailure.refused(e)) {
                store.change(messageId, DeadLetterState.REPLAYING, DeadLetterState.OPEN, () -> {});
            }
            throw e;
        }
        if (!pushed && stored.state() == DeadLetterState.OPEN) {
            // Whoever buries it has not let go of it yet, or there is a copy: it must not count as put back by this.
            store.change(messageId, DeadLetterState.REPLAYING, DeadLetterState.OPEN, () -> {});
            return new DeadLetterOutcome.Refused("its message is still in hand, or in the queue");
        }
        // Not so any more if it has failed again in this moment: then the letter is open, as it should be.
        store.change(messageId, DeadLetterState.REPLAYING, DeadLetterState.REPLAYED, () -> {});
        log.info("Dead letter {} of {} is replayed", messageId, stored.letter().queue());
        return new DeadLetterOutcome.Settled();
    }

    private @Nullable String obstacleToReplay(StoredDeadLetter stored) {
        boolean underWay = stored.since().isAfter(clock.instant().minus(REPLAY_TAKES));
        byte[] raw = stored.letter().raw();
        return switch (stored.state()) {
            case VOIDED -> "it was voided";
            case REPLAYED -> "it was replayed already";
            case REPLAYING -> underWay ? "it is being replayed" : null;
            case OPEN -> {
                if (WireFormat.parse(raw) instanceof WireFormat.Unreadable unreadable) {
                    yield "it would be buried again: " + unreadable.reason();
                }
                yield raw.length > properties.maxMessageSize().toBytes()
                        ? "it would be buried again: " + raw.length + " bytes are more than "
                                + properties.maxMessageSize().toBytes()
                        : null;
            }
        };
    }

    /**
     * Gives the message up for good and settles what it stood for. Refused if the letter was replayed or voided, or if
     * what it stood for can not be settled.
     *
     * @param messageId the message's id
     * @return what became of it
     * @throws RuntimeException if the store is away
     */
    public DeadLetterOutcome voidOut(String messageId) {
        Optional<StoredDeadLetter> found = store.find(messageId);
        if (found.isEmpty()) {
            return new DeadLetterOutcome.NotFound();
        }
        StoredDeadLetter stored = found.get();
        switch (stored.state()) {
            case VOIDED:
                return new DeadLetterOutcome.Refused("it was voided already");
            case REPLAYING, REPLAYED:
                return new DeadLetterOutcome.Refused("its message is in the queue again, or was");
            case OPEN:
        }
        try {
            boolean done = store.change(
                    messageId,
                    DeadLetterState.OPEN,
                    DeadLetterState.VOIDED,
                    () -> effects.forEach(effect -> effect.voided(stored)));
            if (!done) {
                return new DeadLetterOutcome.Refused("somebody else is settling it");
            }
        } catch (DeadLetterRefusedException e) {
            return new DeadLetterOutcome.Refused(reason(e));
        }
        log.info("Dead letter {} of {} is voided", messageId, stored.letter().queue());
        return new DeadLetterOutcome.Settled();
    }

    /**
     * Makes a dead letter of a message that hangs in a worker's hands or waits for another try. What a handler still
     * does with it is not stopped.
     *
     * @param queue the queue's key
     * @param messageId the message's id
     * @param reason for whoever reads the letter
     * @return what became of it
     * @throws RuntimeException if a store is away; then it is buried twice at most, which is once
     */
    public DeadLetterOutcome bury(String queue, String messageId, String reason) {
        Optional<InHand> found = queues.findHeld(queue, messageId);
        if (found.isEmpty()) {
            return new DeadLetterOutcome.NotFound();
        }
        InHand held = found.get();
        var enqueuedAt = WireFormat.enqueuedAt(held.raw());
        store.bury(new DeadLetter(
                queue,
                messageId,
                held.raw(),
                reason,
                held.deliveries(),
                held.failures(),
                enqueuedAt.isPresent() ? Instant.ofEpochMilli(enqueuedAt.getAsLong()) : null,
                clock.instant()));
        queues.discard(held);
        log.warn("Message {} of {} is buried by hand: {}", messageId, queue, reason);
        return new DeadLetterOutcome.Settled();
    }

    private static String reason(DeadLetterRefusedException e) {
        return String.valueOf(e.getMessage());
    }
}
