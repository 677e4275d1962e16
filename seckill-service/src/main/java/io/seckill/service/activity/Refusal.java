package io.seckill.service.activity;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.util.Map;

/** The refusals that all who change activities share. */
public final class Refusal {

    private Refusal() {}

    /**
     * There is no such activity.
     *
     * @param id the one that was asked for
     * @return ACTIVITY_NOT_FOUND
     */
    public static SeckillException unknownActivity(long id) {
        return new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "no activity " + id);
    }

    /**
     * It is not in a state for this.
     *
     * @param id the activity
     * @param reason the key of the text that says why, below {@code state.} in the message bundles
     * @return INVALID_STATE
     */
    public static SeckillException state(long id, String reason) {
        return new SeckillException(
                ErrorCode.INVALID_STATE, "activity " + id + ": " + reason, Map.of("reason", reason), null, null);
    }

    /**
     * A warm activity is wanted and this is none.
     *
     * @param id the activity
     * @param state the state it is in, not OPEN
     * @return INVALID_STATE
     */
    public static SeckillException notOpen(long id, ActivityState state) {
        return switch (state) {
            case CLOSED, ARCHIVED -> Refusal.state(id, "closed");
            default -> Refusal.state(id, "not-open");
        };
    }

    static SeckillException leftovers(long id, String keys) {
        return new SeckillException(
                ErrorCode.INVALID_STATE,
                "activity " + id + ": Redis holds leftovers in " + keys,
                Map.of("reason", "leftovers", "keys", keys),
                null,
                null);
    }
}
