package io.seckill.api.web;

import org.springframework.core.Ordered;

/** The order of our filters, the outermost first. */
public final class EdgeOrder {

    /** What the log calls the request. */
    static final int TRAIL = Ordered.HIGHEST_PRECEDENCE + 5;

    /** Refuses what no call takes; answers what those behind it throw. */
    static final int EDGE = Ordered.HIGHEST_PRECEDENCE + 10;

    /** Where the call comes from, and how often. */
    public static final int ADDRESS = EDGE + 5;

    /** Who is asking. */
    public static final int IDENTITY = EDGE + 10;

    private EdgeOrder() {}
}
