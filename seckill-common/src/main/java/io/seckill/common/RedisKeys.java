package io.seckill.common;

/**
 * Every Redis key of the business, in one place. All keys of one activity carry the hash tag {@code {activityId}}, so
 * that a script may touch them together on a cluster. The keys of the queue's inner life (processing lists, leases,
 * retry) belong to {@code seckill-queue} and grow out of {@link #queue(long)}.
 */
public final class RedisKeys {

    private static final String PREFIX = "seckill:";

    private RedisKeys() {}

    /**
     * Hash: startAt, endAt (epoch ms), perOrderLimit, state, granted, claimed (units), epoch, seq, openFor, resellAt (epoch
     * ms), ledger and ledgerUnits (number and units of the last stock change made here).
     *
     * @param activityId the activity
     * @return its key
     */
    public static String activity(long activityId) {
        return key("activity", activityId);
    }

    /**
     * String: the units left to sell, a plain ASCII integer.
     *
     * @param activityId the activity
     * @return its key
     */
    public static String stock(long activityId) {
        return key("stock", activityId);
    }

    /**
     * Hash: user id → that user's live claim.
     *
     * @param activityId the activity
     * @return its key
     */
    public static String claims(long activityId) {
        return key("user", activityId);
    }

    /**
     * List: accepted orders that wait to be stored; pushed on the left, taken from the right.
     *
     * @param activityId the activity
     * @return its key
     */
    public static String queue(long activityId) {
        return key("queue", activityId);
    }

    /**
     * Hash: user id → how often this user has given units of the activity back.
     *
     * @param activityId the activity
     * @return its key
     */
    public static String regrabs(long activityId) {
        return key("regrab", activityId);
    }

    /**
     * Hash: the claims that a rebuild is putting together.
     *
     * @param activityId the activity
     * @return its key
     */
    public static String rebuild(long activityId) {
        return key("rebuild", activityId);
    }

    /**
     * The activity whose queue this is.
     *
     * @param queueKey what {@link #queue(long)} made
     * @return the activity's id
     * @throws IllegalArgumentException if the key is not a queue's
     */
    public static long activityOfQueue(String queueKey) {
        String head = PREFIX + "queue:{";
        if (!queueKey.startsWith(head) || !queueKey.endsWith("}")) {
            throw new IllegalArgumentException("not the queue of an activity: " + queueKey);
        }
        String id = queueKey.substring(head.length(), queueKey.length() - 1);
        return CanonicalId.parse(id)
                .orElseThrow(() -> new IllegalArgumentException("not the queue of an activity: " + queueKey));
    }

    /**
     * String with an expiry: who holds this node id of the order ids.
     *
     * @param node 0 to 1023
     * @return its key
     */
    public static String orderIdNode(int node) {
        return PREFIX + "order-id-node:" + node;
    }

    /**
     * String with an expiry: the bucket of a limit that all nodes share.
     *
     * @param limit the limit's name
     * @param whose the user, activity or address
     * @return its key
     */
    public static String rateLimit(String limit, long whose) {
        return PREFIX + "limit:" + limit + ":" + whose;
    }

    /**
     * String with an expiry: a purchase token that has been used.
     *
     * @param activityId the activity
     * @param nonce the token's own number, hexadecimal
     * @return its key
     */
    public static String usedToken(long activityId, String nonce) {
        return PREFIX + "used-token:{" + activityId + "}:" + nonce;
    }

    /**
     * Hash with an expiry: process → when it was last heard of, and what it has counted.
     *
     * @return its key
     */
    public static String pulses() {
        return PREFIX + "pulse";
    }

    private static String key(String what, long activityId) {
        return PREFIX + what + ":{" + activityId + "}";
    }
}
