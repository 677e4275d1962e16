package io.seckill.service.activity;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.util.Map;

/** The refusals that editing and warming up share. */
final class Refusal {

    private Refusal() {}

    static SeckillException unknownActivity(long id) {
        return new SeckillException(ErrorCode.ACTIVITY_NOT_FOUND, "no activity " + id);
    }

    /** The reason is the key of the text that says why, below {@code state.} in the message bundles. */
    static SeckillException state(long id, String reason) {
        return new SeckillException(
                ErrorCode.INVALID_STATE, "activity " + id + ": " + reason, Map.of("reason", reason), null, null);
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
