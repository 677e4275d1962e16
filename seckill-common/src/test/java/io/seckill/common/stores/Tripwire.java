package io.seckill.common.stores;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that happens once, when a connection has asked for certain things one after the other. What a client sends in
 * one piece is looked at as one piece; a text that the network tears apart is missed.
 */
final class Tripwire {

    /** When it happens. */
    enum Moment {
        /** The request has come, and has not gone on to the server. */
        BEFORE_REQUEST,
        /** The server has answered, and the client has not heard. */
        BEFORE_REPLY
    }

    private final List<String> texts;
    private final Moment moment;
    private final Runnable action;
    private final Map<Object, Integer> steps = new HashMap<>();
    private boolean tripped;

    Tripwire(Moment moment, Runnable action, List<String> texts) {
        this.texts = texts;
        this.moment = moment;
        this.action = action;
    }

    Moment moment() {
        return moment;
    }

    /** Looks at a request; true once, when it is the last of what was waited for. */
    synchronized boolean trips(Object connection, byte[] chunk, int length) {
        if (tripped) {
            return false;
        }
        String said = new String(chunk, 0, length, StandardCharsets.ISO_8859_1);
        int step = steps.getOrDefault(connection, 0);
        int from = 0;
        while (step < texts.size()) {
            int at = said.indexOf(texts.get(step), from);
            if (at < 0) {
                break;
            }
            from = at + texts.get(step).length();
            step++;
        }
        tripped = step == texts.size();
        steps.put(connection, step);
        return tripped;
    }

    void act() {
        action.run();
    }
}
