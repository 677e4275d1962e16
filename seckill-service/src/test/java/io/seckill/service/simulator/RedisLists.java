package io.seckill.service.simulator;

import io.seckill.service.simulator.RedisModel.Items;
import io.seckill.service.simulator.RedisModel.Status;
import java.util.ArrayList;
import java.util.List;

/** The commands on lists. */
final class RedisLists {

    private final RedisModel redis;

    RedisLists(RedisModel redis) {
        this.redis = redis;
    }

    Object call(String[] command) {
        String key = command[1];
        Items list = redis.get(key, Items.class);
        Items read = list == null ? new Items() : list;
        return switch (command[0]) {
            case "LLEN" -> (long) read.size();
            case "LINDEX" -> at(read, Integer.parseInt(command[2]));
            case "LRANGE" -> new ArrayList<>(slice(read, Integer.parseInt(command[2]), Integer.parseInt(command[3])));
            case "LPOS" -> position(read, command[2], Integer.parseInt(command[4]));
            case "LPUSH", "RPUSH" -> push(key, command);
            case "LREM" -> remove(key, read, Integer.parseInt(command[2]), command[3]);
            case "LTRIM" -> trim(key, read, Integer.parseInt(command[2]), Integer.parseInt(command[3]));
            default -> throw new RedisError("ERR unknown command '" + command[0] + "'");
        };
    }

    private static String at(Items list, int index) {
        int at = index < 0 ? list.size() + index : index;
        return at < 0 || at >= list.size() ? null : list.get(at);
    }

    private static List<String> slice(Items list, int from, int to) {
        int first = Math.max(0, from < 0 ? list.size() + from : from);
        int last = Math.min(list.size() - 1, to < 0 ? list.size() + to : to);
        return first > last ? List.of() : list.subList(first, last + 1);
    }

    /** RANK n: the n-th from the left, or from the right if it is negative. */
    private static Long position(Items list, String item, int rank) {
        int step = rank > 0 ? 1 : -1;
        int met = 0;
        for (int i = rank > 0 ? 0 : list.size() - 1; i >= 0 && i < list.size(); i += step) {
            if (list.get(i).equals(item) && ++met == Math.abs(rank)) {
                return (long) i;
            }
        }
        return null;
    }

    private Long push(String key, String[] command) {
        Items list = redis.getOrMake(key, Items.class, Items::new);
        for (String item : RedisModel.rest(command, 2)) {
            list.add(command[0].charAt(0) == 'L' ? 0 : list.size(), item);
        }
        return (long) list.size();
    }

    private Long remove(String key, Items list, int count, String item) {
        long most = count == 0 ? Long.MAX_VALUE : Math.abs(count);
        long gone = 0;
        while (gone < most) {
            int at = count < 0 ? list.lastIndexOf(item) : list.indexOf(item);
            if (at < 0) {
                break;
            }
            list.remove(at);
            gone++;
        }
        redis.dropIfEmpty(key, list.isEmpty());
        return gone;
    }

    private Status trim(String key, Items list, int from, int to) {
        List<String> kept = List.copyOf(slice(list, from, to));
        list.clear();
        list.addAll(kept);
        redis.dropIfEmpty(key, list.isEmpty());
        return new Status("OK");
    }
}
