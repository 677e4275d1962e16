package io.seckill.service.http;

/** How somebody who came too many is told so. For one thread. */
final class Turn {

    /**
     * Who is told on the spot has asked for one thing, and by the time that he has his answer may have asked again. After
     * so many times he is one who asks without listening, and keeps all others waiting.
     */
    private static final int MOST = 16;

    private final boolean mayWait;
    private int answers;

    private Turn(boolean mayWait) {
        this.mayWait = mayWait;
    }

    /** By a thread that may wait for something. */
    static Turn inLine() {
        return new Turn(true);
    }

    /** By the thread for which all sockets wait. */
    static Turn onTheSpot() {
        return new Turn(false);
    }

    boolean mayWait() {
        return mayWait;
    }

    /** Counts an answer; returns whether it may be given and the connection go on. */
    boolean goesOn() {
        return mayWait || ++answers < MOST;
    }
}
