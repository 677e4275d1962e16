package io.seckill.service.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Redis in memory: the commands that the simulated scripts use, and no others. Strings stand for bytes, one character
 * each. A reply is a Long, a String, a {@link Status}, {@code null} for nil, or a List of replies. That it answers as a real Redis does is tried
 * by {@code RedisModelTest}.
 */
final class RedisModel {

    /** A status reply. */
    record Status(String text) {}

    /** A sorted set; small, so it is sorted when asked. */
    static final class SortedScores extends HashMap<String, Double> {
        private static final long serialVersionUID = 1L;
    }

    /** A list; index 0 is the left end. */
    static final class Items extends ArrayList<String> {
        private static final long serialVersionUID = 1L;
    }

    /** A hash. */
    static final class Fields extends LinkedHashMap<String, String> {
        private static final long serialVersionUID = 1L;
    }

    private final Map<String, Object> keys = new TreeMap<>();
    private final LongSupplier millis;
    private final RedisHashes hashes = new RedisHashes(this);
    private final RedisLists lists = new RedisLists(this);
    private final RedisSortedSets sortedSets = new RedisSortedSets(this);
    private String runId;

    RedisModel(LongSupplier millis, String runId) {
        this.millis = millis;
        this.runId = runId;
    }

    /** Executes one command; throws {@link RedisError} for an error reply. */
    Object call(String... command) {
        return switch (command[0]) {
            case "DEL" -> delete(rest(command, 1));
            case "EXISTS" -> rest(command, 1).stream().filter(keys::containsKey).count();
            case "TYPE" -> new Status(typeOf(command[1]));
            case "GET" -> get(command[1], String.class);
            case "SET" -> set(command[1], command[2]);
            case "INCRBY" -> increase(command[1], Long.parseLong(command[2]));
            case "DECRBY" -> increase(command[1], -Long.parseLong(command[2]));
            case "TIME" -> List.of(Long.toString(millis.getAsLong() / 1000), millis.getAsLong() % 1000 * 1000 + "");
            case "INFO" -> "# Server\r\nredis_version:7.0.15\r\nrun_id:" + runId + "\r\ntcp_port:1\r\n";
            default ->
                switch (command[0].charAt(0)) {
                    case 'H' -> hashes.call(command);
                    case 'Z' -> sortedSets.call(command);
                    default -> lists.call(command);
                };
        };
    }

    /** The value of a key, to look at. */
    Object peek(String key) {
        return keys.get(key);
    }

    Map<String, Object> everything() {
        return keys;
    }

    private long delete(List<String> gone) {
        return gone.stream().filter(key -> keys.remove(key) != null).count();
    }

    private Status set(String key, String value) {
        keys.put(key, value);
        return new Status("OK");
    }

    private Long increase(String key, long by) {
        String value = get(key, String.class);
        long sum = integer(value == null ? "0" : value, "ERR value is not an integer or out of range") + by;
        keys.put(key, Long.toString(sum));
        return sum;
    }

    static long integer(String text, String error) {
        if (!text.matches("0|-?[1-9][0-9]{0,17}")) {
            throw new RedisError(error);
        }
        return Long.parseLong(text);
    }

    private String typeOf(String key) {
        Object value = keys.get(key);
        if (value == null) {
            return "none";
        }
        return value instanceof String
                ? "string"
                : value instanceof Items ? "list" : value instanceof Fields ? "hash" : "zset";
    }

    /** The value of a key, or null; an error if it is of another type. */
    <T> T get(String key, Class<T> type) {
        Object value = keys.get(key);
        if (value != null && !type.isInstance(value)) {
            throw RedisError.wrongType();
        }
        return type.cast(value);
    }

    <T> T getOrMake(String key, Class<T> type, Supplier<T> empty) {
        T value = get(key, type);
        if (value == null) {
            value = empty.get();
            keys.put(key, value);
        }
        return value;
    }

    /** What is empty does not exist. */
    void dropIfEmpty(String key, boolean empty) {
        if (empty) {
            keys.remove(key);
        }
    }

    static List<String> rest(String[] command, int from) {
        return Arrays.asList(command).subList(from, command.length);
    }
}
