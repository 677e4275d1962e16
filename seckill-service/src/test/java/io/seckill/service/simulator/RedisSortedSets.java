package io.seckill.service.simulator;

import io.seckill.service.simulator.RedisModel.SortedScores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The commands on sorted sets. */
final class RedisSortedSets {

    private static final Comparator<Map.Entry<String, Double>> ORDER =
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey());

    private final RedisModel redis;

    RedisSortedSets(RedisModel redis) {
        this.redis = redis;
    }

    Object call(String[] command) {
        String key = command[1];
        SortedScores set = redis.get(key, SortedScores.class);
        SortedScores read = set == null ? new SortedScores() : set;
        return switch (command[0]) {
            case "ZCARD" -> (long) read.size();
            case "ZSCORE" -> read.containsKey(command[2]) ? shown(read.get(command[2])) : null;
            case "ZCOUNT" -> between(read, command[2], command[3]).count();
            case "ZRANGEBYSCORE" ->
                between(read, command[2], command[3])
                        .skip(command.length > 4 ? Long.parseLong(command[5]) : 0)
                        .limit(command.length > 4 ? Long.parseLong(command[6]) : Long.MAX_VALUE)
                        .map(Map.Entry::getKey)
                        .toList();
            case "ZRANGE" ->
                range(read, Integer.parseInt(command[2]), Integer.parseInt(command[3]), command.length > 4);
            case "ZADD" -> add(key, command);
            case "ZREM" -> remove(key, read, RedisModel.rest(command, 2));
            default -> throw new RedisError("ERR unknown command '" + command[0] + "'");
        };
    }

    private static Stream<Map.Entry<String, Double>> between(SortedScores set, String least, String most) {
        double from = score(least);
        double to = score(most);
        return set.entrySet().stream()
                .filter(entry -> entry.getValue() >= from && entry.getValue() <= to)
                .sorted(ORDER);
    }

    private static List<String> range(SortedScores set, int from, int to, boolean withScores) {
        List<String> found = new ArrayList<>();
        int last = to < 0 ? set.size() + to : to;
        set.entrySet().stream()
                .sorted(ORDER)
                .skip(Math.max(0, from < 0 ? set.size() + from : from))
                .limit(Math.max(0, last + 1 - Math.max(0, from < 0 ? set.size() + from : from)))
                .forEach(entry -> {
                    found.add(entry.getKey());
                    if (withScores) {
                        found.add(shown(entry.getValue()));
                    }
                });
        return found;
    }

    private Long add(String key, String[] command) {
        SortedScores set = redis.getOrMake(key, SortedScores.class, SortedScores::new);
        long added = 0;
        for (int i = 2; i + 1 < command.length; i += 2) {
            added += set.put(command[i + 1], score(command[i])) == null ? 1 : 0;
        }
        return added;
    }

    private Long remove(String key, SortedScores set, List<String> members) {
        long gone = members.stream().map(set::remove).filter(Objects::nonNull).count();
        redis.dropIfEmpty(key, set.isEmpty());
        return gone;
    }

    private static double score(String text) {
        return switch (text) {
            case "-inf" -> Double.NEGATIVE_INFINITY;
            case "+inf", "inf" -> Double.POSITIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** As Redis writes a number without a fraction; others are not used. */
    private static String shown(double score) {
        return Long.toString((long) score);
    }
}
