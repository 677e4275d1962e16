package io.seckill.queue;

import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Keeps dead letters by message id, and can be away. */
final class RecordingSink implements DeadLetterStore {

    private final ConcurrentMap<String, StoredDeadLetter> letters = new ConcurrentHashMap<>();
    volatile boolean away;
    volatile Clock clock = Clock.systemUTC();

    /** Happens between a burial and whatever its burier does next. */
    volatile Runnable afterBurial = () -> {};

    @Override
    public synchronized void bury(DeadLetter letter) {
        check();
        StoredDeadLetter known = letters.get(letter.messageId());
        if (known == null) {
            put(new StoredDeadLetter(letters.size() + 1, letter, DeadLetterState.OPEN, clock.instant()));
        } else if (known.state() == DeadLetterState.REPLAYING || known.state() == DeadLetterState.REPLAYED) {
            put(new StoredDeadLetter(known.number(), letter, DeadLetterState.OPEN, clock.instant()));
        }
        afterBurial.run();
    }

    @Override
    public Optional<StoredDeadLetter> find(String messageId) {
        check();
        return Optional.ofNullable(letters.get(messageId));
    }

    @Override
    public List<StoredDeadLetter> page(DeadLetterQuery query) {
        check();
        return letters.values().stream()
                .filter(letter -> query.state() == null || letter.state() == query.state())
                .filter(letter ->
                        query.queue() == null || letter.letter().queue().equals(query.queue()))
                .filter(letter -> letter.number() < query.before())
                .sorted(Comparator.comparingLong(StoredDeadLetter::number).reversed())
                .limit(query.limit())
                .toList();
    }

    @Override
    public synchronized boolean change(String messageId, DeadLetterState from, DeadLetterState to, Runnable effect) {
        check();
        StoredDeadLetter known = letters.get(messageId);
        if (known == null || known.state() != from) {
            return false;
        }
        effect.run();
        put(new StoredDeadLetter(known.number(), known.letter(), to, clock.instant()));
        return true;
    }

    private void put(StoredDeadLetter letter) {
        letters.put(letter.messageId(), letter);
    }

    private void check() {
        if (away) {
            throw new IllegalStateException("the sink is away");
        }
    }

    DeadLetter letter(String messageId) {
        return letters.get(messageId).letter();
    }

    DeadLetterState state(String messageId) {
        return letters.get(messageId).state();
    }

    List<String> ids() {
        return letters.keySet().stream().sorted().toList();
    }
}
