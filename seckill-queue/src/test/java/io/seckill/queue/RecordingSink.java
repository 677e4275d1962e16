package io.seckill.queue;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Keeps dead letters by message id, and can be away. */
final class RecordingSink implements DeadLetterSink {

    private final ConcurrentMap<String, DeadLetter> letters = new ConcurrentHashMap<>();
    volatile boolean away;

    @Override
    public void bury(DeadLetter letter) {
        if (away) {
            throw new IllegalStateException("the sink is away");
        }
        letters.putIfAbsent(letter.messageId(), letter);
    }

    DeadLetter letter(String messageId) {
        return letters.get(messageId);
    }

    List<String> ids() {
        return letters.keySet().stream().sorted().toList();
    }
}
