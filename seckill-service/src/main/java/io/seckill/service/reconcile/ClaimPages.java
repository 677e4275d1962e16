package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/** Reads the claims of a sale in pages. */
@Component
class ClaimPages {

    static final int PAGE = 1_000;

    private final StringRedisTemplate redis;

    ClaimPages(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /**
     * Hands out all claims. One that is there from beginning to end is among them for certain.
     *
     * @param activityId the activity
     * @param look what is done with each page
     * @return how many there were
     */
    long all(long activityId, Consumer<List<ClaimEntry>> look) {
        long count = 0;
        List<ClaimEntry> page = new ArrayList<>(PAGE);
        ScanOptions pages = ScanOptions.scanOptions().count(PAGE).build();
        try (Cursor<Map.Entry<String, String>> cursor =
                redis.<String, String>opsForHash().scan(RedisKeys.claims(activityId), pages)) {
            while (cursor.hasNext()) {
                Map.Entry<String, String> entry = cursor.next();
                page.add(ClaimEntry.read(entry.getKey(), entry.getValue()));
                count++;
                if (page.size() == PAGE) {
                    look.accept(page);
                    page = new ArrayList<>(PAGE);
                }
            }
        }
        if (!page.isEmpty()) {
            look.accept(page);
        }
        return count;
    }

    /**
     * The claims of some users.
     *
     * @param activityId the activity
     * @param userIds the users, a page of them at most
     * @return by user, those that have one
     */
    Map<Long, ClaimEntry> of(long activityId, Collection<Long> userIds) {
        Map<Long, ClaimEntry> found = new HashMap<>();
        List<String> users =
                userIds.stream().distinct().map(user -> Long.toString(user)).toList();
        if (users.isEmpty()) {
            return found;
        }
        List<String> claims = redis.<String, String>opsForHash().multiGet(RedisKeys.claims(activityId), users);
        for (int i = 0; i < users.size(); i++) {
            String text = claims.get(i);
            if (text != null) {
                ClaimEntry entry = ClaimEntry.read(users.get(i), text);
                found.put(entry.userId(), entry);
            }
        }
        return found;
    }
}
