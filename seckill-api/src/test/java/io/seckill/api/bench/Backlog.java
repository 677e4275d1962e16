package io.seckill.api.bench;

import io.lettuce.core.ScriptOutputType;
import io.seckill.common.RedisKeys;
import io.seckill.queue.QueueKeys;
import io.seckill.queue.WireFormat;
import java.util.List;

/** Accepts orders by the script that the API calls, without the API: as many as a drain needs, in a few seconds. */
final class Backlog {

    private static final int CALL = 200;
    private static final int FIXED_ARGUMENTS = 4;
    private static final int ARGUMENTS_AN_ORDER = 4;
    private static final String NO_BOUND = "100000000";

    private final Plant plant;
    private final String script;
    private long nextOrder = 700_000_000_000_000_000L;
    private long nextUser = 500_000_000_000L;

    Backlog(Plant plant) {
        this.plant = plant;
        this.script = plant.redis.scriptLoad(BenchSales.script("lua/grab/grab.lua"));
    }

    /** So many orders of buyers that nobody has heard of; the count is a multiple of a call's. */
    void accept(long sale, int orders) {
        if (orders % CALL != 0) {
            throw new IllegalArgumentException(orders + " is no multiple of " + CALL);
        }
        String queue = RedisKeys.queue(sale);
        String[] keys = {
            RedisKeys.activity(sale),
            RedisKeys.stock(sale),
            RedisKeys.claims(sale),
            queue,
            QueueKeys.retry(queue),
            RedisKeys.regrabs(sale)
        };
        for (int i = 0; i < orders; i += CALL) {
            List<Object> answer = plant.redis.evalsha(script, ScriptOutputType.MULTI, keys, call(sale));
            for (int code = 1; code < answer.size(); code += 2) {
                if (!answer.get(code).equals(0L)) {
                    throw new IllegalStateException("not accepted: " + answer.get(code));
                }
            }
        }
    }

    private String[] call(long sale) {
        String[] args = new String[FIXED_ARGUMENTS + CALL * ARGUMENTS_AN_ORDER];
        args[0] = Long.toString(sale);
        args[1] = NO_BOUND;
        args[2] = WireFormat.VERSION;
        args[3] = "3";
        int next = FIXED_ARGUMENTS;
        for (int i = 0; i < CALL; i++) {
            args[next++] = Long.toString(nextOrder++);
            args[next++] = Long.toString(nextUser++);
            args[next++] = "1";
            args[next++] = "9999999999999";
        }
        return args;
    }
}
