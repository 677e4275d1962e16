package io.seckill.service.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.seckill.service.simulator.Silence;
import io.seckill.service.simulator.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The services' link, to the simulator's Redis. It waits for each answer before it goes on. */
public final class SimulatedLink extends RedisLink {

    private final Wire wire;

    public SimulatedLink(Wire wire) {
        super(new LettuceConnectionFactory());
        this.wire = wire;
    }

    @Override
    public CompletionStage<List<Object>> eval(LuaScript script, String[] keys, String... args) {
        try {
            Object reply = wire.call(script.sha1(), script.text(), List.of(keys), List.of(args));
            List<Object> answer = new ArrayList<>();
            if (reply instanceof List<?> parts) {
                answer.addAll(parts);
            } else {
                answer.add(reply);
            }
            return CompletableFuture.completedFuture(answer);
        } catch (Silence e) {
            return CompletableFuture.failedFuture(new RedisCommandTimeoutException(e.getMessage()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(new RedisCommandExecutionException(e.getMessage()));
        }
    }
}
