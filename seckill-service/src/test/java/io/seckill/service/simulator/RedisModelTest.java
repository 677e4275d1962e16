package io.seckill.service.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.seckill.common.stores.Stores;
import io.seckill.service.testing.RawSale;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of Redis and the runner of scripts answer as a real Redis does, and leave behind what it does. */
class RedisModelTest {

    private static final long NOW = 1_764_540_000_123L;
    private static final String STILL = "{'1764540000', '123000'}";
    private static final String COMMAND = "return redis.call(unpack(ARGV))";

    /** What Lua sees of a reply: its type first of all. */
    private static final String SEEN_FROM_LUA = """
            local reply = redis.pcall(unpack(ARGV))
            if type(reply) ~= 'table' then return {type(reply), tostring(reply)} end
            if reply.err then return {'err', string.match(reply.err, 'WRONGTYPE') or 'other'} end
            if reply.ok then return {'ok', reply.ok} end
            local seen = {'table', #reply}
            for i = 1, #reply do seen[#seen + 1] = type(reply[i]); seen[#seen + 1] = tostring(reply[i]) end
            return seen
            """;

    private static final String[] WORDS = {"a", "b", "1", "-7", "30", "1|7|0|x", "7:0:me", ""};
    private static final String[] NUMBERS = {"0", "1", "2", "-1", "-2", "-3", "5"};

    private final Stores stores = Stores.shared();
    private final RawSale real = new RawSale(stores.redisHost(), stores.redisPort(), stores.redisPassword());
    private final RedisModel model = new RedisModel(() -> NOW, real.runId());
    private final LuaMachine machine = new LuaMachine();

    @AfterEach
    void close() {
        real.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void commands_answer_like_those_of_a_real_redis(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            List<String> command = command(random);
            boolean unordered = command.get(0).equals("HVALS");
            String text = random.nextBoolean() && !unordered ? SEEN_FROM_LUA : COMMAND;
            same(seed, i, new ScriptCalls.Call(text, List.of(), command), unordered);
        }
        sameKeys(seed, List.of(key(0), key(1), key(2), key(3)));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void scripts_of_the_product_do_what_they_do_in_a_real_redis(long seed) {
        Random random = new Random(seed);
        ScriptCalls calls = new ScriptCalls(random, model, real.id, NOW);
        for (int i = 0; i < 600; i++) {
            if (i % 60 == 0) {
                calls.keys().forEach(key -> same(seed, -1, plain("DEL", key), false));
                calls.layOut(real.runId())
                        .forEach(command -> same(seed, -1, plain(command.toArray(String[]::new)), false));
            }
            boolean vandal = i % 60 > 40 && random.nextInt(10) == 0;
            same(seed, i, vandal ? plain(calls.vandalism().toArray(String[]::new)) : calls.next(), false);
            if (i % 12 == 0 || i % 60 == 59) {
                sameKeys(seed, calls.keys());
            }
        }
    }

    private static ScriptCalls.Call plain(String... command) {
        return new ScriptCalls.Call(COMMAND, List.of(), List.of(command));
    }

    private String key(int number) {
        return "model:{" + real.id + "}:" + number;
    }

    private List<String> command(Random random) {
        String key = key(random.nextInt(4));
        String word = WORDS[random.nextInt(WORDS.length)];
        String other = WORDS[random.nextInt(WORDS.length)];
        String from = NUMBERS[random.nextInt(NUMBERS.length)];
        String to = NUMBERS[random.nextInt(NUMBERS.length)];
        return switch (random.nextInt(40)) {
            case 0, 1 -> List.of("DEL", key, key(random.nextInt(4)));
            case 2 -> List.of("EXISTS", key, key(random.nextInt(4)));
            case 3 -> List.of("TYPE", key);
            case 4 -> List.of("GET", key);
            case 5 -> List.of("SET", key, word);
            case 6 -> List.of("INCRBY", key, from);
            case 7 -> List.of("DECRBY", key, from);
            case 8 -> List.of("HGET", key, word);
            case 9 -> List.of("HMGET", key, word, other);
            case 10, 11, 12 -> List.of("HSET", key, word, other, other, word);
            case 13 -> List.of("HDEL", key, word, other);
            case 14 -> List.of("HEXISTS", key, word);
            case 15 -> List.of("HLEN", key);
            case 16 -> List.of("HINCRBY", key, word, from);
            case 17 -> List.of("HVALS", key);
            case 18 -> List.of("LLEN", key);
            case 19 -> List.of("LINDEX", key, from);
            case 20, 21 -> List.of("LPUSH", key, word, other);
            case 22, 23 -> List.of("RPUSH", key, word, other);
            case 24 -> List.of("LRANGE", key, from, to);
            case 25, 26 -> List.of("LREM", key, from, word);
            case 27 -> List.of("LTRIM", key, from, to);
            case 28 -> List.of("LPOS", key, word, "RANK", random.nextBoolean() ? "1" : "-" + (1 + random.nextInt(2)));
            case 29, 30, 31 -> List.of("ZADD", key, from, word, to, other);
            case 32 -> List.of("ZCARD", key);
            case 33 -> List.of("ZSCORE", key, word);
            case 34 -> List.of("ZREM", key, word, other);
            case 35 -> List.of("ZCOUNT", key, "-inf", to);
            case 36 -> List.of("ZRANGEBYSCORE", key, "-inf", to, "LIMIT", "0", "2");
            case 37 -> List.of("ZRANGEBYSCORE", key, from, "+inf");
            case 38 -> List.of("ZRANGE", key, from, to);
            default -> List.of("ZRANGE", key, "0", "-1", "WITHSCORES");
        };
    }

    private void same(long seed, int number, ScriptCalls.Call call, boolean unordered) {
        // Both clocks stand still at the same time.
        String text = call.text().replace("redis.call('TIME')", STILL);
        Object expected = inReality(text, call.keys(), call.args());
        Object modelled = inModel(text, call.keys(), call.args());
        assertThat(unordered ? sorted(modelled) : modelled)
                .as("seed %d, call %d: %s %s %s", seed, number, Mistake.nameOf(call.text()), call.keys(), call.args())
                .isEqualTo(unordered ? sorted(expected) : expected);
    }

    private static Object sorted(Object reply) {
        return reply instanceof List<?> parts
                ? parts.stream().map(String::valueOf).sorted().toList()
                : reply;
    }

    private Object inReality(String text, List<String> keys, List<String> args) {
        try {
            return real.redis()
                    .eval(text, ScriptOutputType.MULTI, keys.toArray(String[]::new), args.toArray(String[]::new));
        } catch (RedisCommandExecutionException e) {
            return error(e.getMessage());
        }
    }

    private Object inModel(String text, List<String> keys, List<String> args) {
        try {
            Object reply = shown(machine.eval(model, text, keys, args));
            // The driver makes a list of everything.
            return reply instanceof List<?> ? reply : Collections.singletonList(reply);
        } catch (RedisError e) {
            return error(e.getMessage());
        }
    }

    private static Object shown(Object reply) {
        if (reply instanceof List<?> parts) {
            List<Object> read = new ArrayList<>();
            parts.forEach(part -> read.add(shown(part)));
            return read;
        }
        return reply instanceof RedisModel.Status status ? status.text() : reply;
    }

    /** Of an error of a command its code; what Lua itself complains of is said in other words. */
    private static String error(String message) {
        return message.contains("WRONGTYPE")
                ? "WRONGTYPE"
                : message.contains("not an integer") ? "not an integer" : "error";
    }

    private void sameKeys(long seed, List<String> keys) {
        TreeMap<String, Object> expected = new TreeMap<>();
        TreeMap<String, Object> modelled = new TreeMap<>();
        for (String key : keys) {
            String dump = switch (real.redis().type(key)) {
                case "string" -> "return redis.call('GET', KEYS[1])";
                case "list" -> "return redis.call('LRANGE', KEYS[1], 0, -1)";
                case "hash" -> "return redis.call('HGETALL', KEYS[1])";
                case "zset" -> "return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')";
                default -> "return redis.call('EXISTS', KEYS[1])";
            };
            boolean hash = dump.contains("HGETALL");
            Object real = inReality(dump, List.of(key), List.of());
            Object mine = inModel(dump, List.of(key), List.of());
            expected.put(key, hash ? pairs(real) : real);
            modelled.put(key, hash ? pairs(mine) : mine);
        }
        assertThat(modelled).as("seed %d: what is left", seed).isEqualTo(expected);
    }

    private static Object pairs(Object reply) {
        if (!(reply instanceof List<?> parts)) {
            return reply;
        }
        TreeMap<Object, Object> fields = new TreeMap<>();
        for (int i = 0; i < parts.size(); i += 2) {
            fields.put(parts.get(i), parts.get(i + 1));
        }
        return fields;
    }
}
