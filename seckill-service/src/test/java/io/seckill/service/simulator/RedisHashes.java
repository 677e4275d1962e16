package io.seckill.service.simulator;

import io.seckill.service.simulator.RedisModel.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The commands on hashes. */
final class RedisHashes {

    private final RedisModel redis;

    RedisHashes(RedisModel redis) {
        this.redis = redis;
    }

    Object call(String[] command) {
        String key = command[1];
        Fields hash = redis.get(key, Fields.class);
        Fields read = hash == null ? new Fields() : hash;
        return switch (command[0]) {
            case "HGET" -> read.get(command[2]);
            case "HMGET" ->
                new ArrayList<>(
                        RedisModel.rest(command, 2).stream().map(read::get).toList());
            case "HEXISTS" -> read.containsKey(command[2]) ? 1L : 0L;
            case "HLEN" -> (long) read.size();
            case "HVALS" -> List.copyOf(read.values());
            case "HGETALL" ->
                read.entrySet().stream()
                        .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
                        .toList();
            case "HSET" -> set(key, command);
            case "HDEL" -> delete(key, read, RedisModel.rest(command, 2));
            case "HINCRBY" -> increase(key, command[2], Long.parseLong(command[3]));
            default -> throw new RedisError("ERR unknown command '" + command[0] + "'");
        };
    }

    private Long set(String key, String[] command) {
        if (command.length % 2 != 0) {
            throw new RedisError("ERR wrong number of arguments for 'hset' command");
        }
        Fields hash = redis.getOrMake(key, Fields.class, Fields::new);
        long added = 0;
        for (int i = 2; i < command.length; i += 2) {
            added += hash.put(command[i], command[i + 1]) == null ? 1 : 0;
        }
        return added;
    }

    private Long delete(String key, Fields hash, List<String> fields) {
        long gone = fields.stream().map(hash::remove).filter(Objects::nonNull).count();
        redis.dropIfEmpty(key, hash.isEmpty());
        return gone;
    }

    private Long increase(String key, String field, long by) {
        Fields hash = redis.get(key, Fields.class);
        String value = hash == null ? null : hash.get(field);
        long sum = RedisModel.integer(value == null ? "0" : value, "ERR hash value is not an integer") + by;
        redis.getOrMake(key, Fields.class, Fields::new).put(field, Long.toString(sum));
        return sum;
    }
}
