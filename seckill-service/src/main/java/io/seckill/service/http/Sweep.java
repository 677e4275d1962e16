package io.seckill.service.http;

/** How far the thread that waits for all sockets has come with those that had something to say when it looked last. */
final class Sweep {

    private int found;
    private int seen;

    /**
     * One more has been seen to.
     *
     * @param foundLast how many had something to say at the last look
     * @return whether that was the last of them; as far as can be told, since two looks may find as many
     */
    boolean isOver(int foundLast) {
        if (foundLast != found) {
            found = foundLast;
            seen = 0;
        }
        seen++;
        if (seen < found) {
            return false;
        }
        seen = 0;
        return true;
    }
}
