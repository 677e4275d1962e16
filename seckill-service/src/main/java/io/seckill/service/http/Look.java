package io.seckill.service.http;

/**
 * Notices when the thread that waits for all sockets (Tomcat's poller) has caught up. It looks which of them have something
 * to say and sees to them one after another; if there were few, hardly anybody has been waiting. For that thread alone.
 */
final class Look {

    /** Less than a fifth of a millisecond's work. */
    static final int FEW = 8;

    private int behind;
    private int size;

    /**
     * The thread comes to a socket.
     *
     * @param behindIt how many others of the same look come after it
     * @return whether it is the last, and they were few
     */
    boolean isLastOfFew(int behindIt) {
        if (behindIt >= behind) {
            size = behindIt + 1;
        }
        behind = behindIt;
        return behindIt == 0 && size <= FEW;
    }
}
