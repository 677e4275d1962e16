package io.seckill.service.redis;

/**
 * The two times that let nodes refuse from memory without ever refusing the holder of a claim: a node remembers an empty
 * shelf for less long than units that come back to it are held.
 */
public final class ResellHold {

    /** How long a node may remember that nothing is left, in ms from the question that told it. */
    public static final long REMEMBERED_MS = 450;

    /** How long units that come back to an empty shelf are held, in ms from their return. */
    public static final long HELD_MS = 700;

    private ResellHold() {}
}
