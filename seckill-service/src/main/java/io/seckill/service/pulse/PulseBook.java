package io.seckill.service.pulse;

import io.seckill.common.RedisKeys;
import io.seckill.common.SeckillException;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/** The pulses of all processes, in Redis: one key, and a node that says nothing for five seconds is not among them. */
@Component
public class PulseBook {

    private static final LuaScript BEAT = LuaScript.load("pulse/beat.lua");
    private static final LuaScript READ = LuaScript.load("pulse/read_pulses.lua");
    private static final Duration ALIVE = Duration.ofSeconds(5);

    /** Far more than anybody runs; it only keeps a process that dies and starts in a loop from filling Redis. */
    private static final int MOST_NODES = 500;

    private final RedisLink redis;

    PulseBook(RedisLink redis) {
        this.redis = redis;
    }

    CompletionStage<List<Object>> write(Pulse pulse) {
        return redis.eval(
                BEAT,
                keys(),
                pulse.node(),
                PulseJson.write(pulse),
                Long.toString(ALIVE.toMillis()),
                Integer.toString(MOST_NODES));
    }

    /**
     * What the processes that live have counted.
     *
     * @return one each, in no order
     * @throws SeckillException SYSTEM_BUSY if Redis is away
     */
    public List<Pulse> read() {
        List<Object> answer = redis.call(READ, keys(), Long.toString(ALIVE.toMillis()));
        List<Pulse> pulses = new ArrayList<>();
        for (int i = 0; i + 1 < answer.size(); i += 2) {
            PulseJson.read((Long) answer.get(i), (String) answer.get(i + 1)).ifPresent(pulses::add);
        }
        return pulses;
    }

    private static String[] keys() {
        return new String[] {RedisKeys.pulses()};
    }
}
