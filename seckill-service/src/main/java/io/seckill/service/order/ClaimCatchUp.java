package io.seckill.service.order;

import io.seckill.common.RedisKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Tells a Redis that came back what it may have forgotten: that orders were cancelled or paid. No accept need be missing
 * for that, so the numbers of the sale give no hint; what is final in MySQL and not so in a claim does. Done before the
 * sale opens, so that nobody sees an order again as it was before it was final.
 */
@Component
public class ClaimCatchUp {

    private static final Logger log = LoggerFactory.getLogger(ClaimCatchUp.class);
    private static final int PAGE = 1_000;
    private static final Pattern HEAD = Pattern.compile("^\\d+\\|(\\d{1,18})\\|");

    private final StringRedisTemplate redis;
    private final OrderMapper orders;
    private final UnitsReturner returner;
    private final PaidNote paidNote;

    ClaimCatchUp(StringRedisTemplate redis, OrderMapper orders, UnitsReturner returner, PaidNote paidNote) {
        this.redis = redis;
        this.orders = orders;
        this.returner = returner;
        this.paidNote = paidNote;
    }

    /**
     * Looks at every claim of a sale.
     *
     * @param activityId the sale
     * @return the units that its claims held; those of claims that were behind may have come back since
     * @throws io.seckill.common.SeckillException SYSTEM_BUSY if Redis is away
     * @throws org.springframework.dao.DataAccessException if a store is away
     */
    public long catchUp(long activityId) {
        int behind = 0;
        long units = 0;
        ScanOptions pages = ScanOptions.scanOptions().count(PAGE).build();
        try (Cursor<Map.Entry<String, String>> cursor =
                redis.<String, String>opsForHash().scan(RedisKeys.claims(activityId), pages)) {
            Map<Long, Claim> page = new HashMap<>();
            while (cursor.hasNext()) {
                String claim = cursor.next().getValue();
                units += units(claim);
                readable(claim, page);
                if (page.size() == PAGE || !cursor.hasNext()) {
                    behind += catchUp(page);
                    page.clear();
                }
            }
        }
        if (behind > 0) {
            log.warn(
                    "[consumer] activity {}: Redis had forgotten that {} orders were cancelled or paid",
                    activityId,
                    behind);
        }
        return units;
    }

    /** As the scripts read it: of a claim that somebody spoilt further on, the units are still counted. */
    private static long units(String claim) {
        Matcher head = HEAD.matcher(claim);
        return head.find() ? Long.parseLong(head.group(1)) : 0;
    }

    /** What is no claim is for the monitor to complain of. */
    private static void readable(String text, Map<Long, Claim> page) {
        try {
            Claim claim = Claim.parse(text);
            page.put(claim.orderId(), claim);
        } catch (IllegalArgumentException e) {
            log.debug("[consumer] not a claim: {}", text);
        }
    }

    private int catchUp(Map<Long, Claim> claims) {
        if (claims.isEmpty()) {
            return 0;
        }
        List<OrderRow> behind = new ArrayList<>();
        for (OrderRow row : orders.byIds(claims.keySet())) {
            Claim claim = claims.get(row.id());
            if (claim != null && isBehind(claim, row)) {
                behind.add(row);
            }
        }
        for (OrderRow row : behind) {
            int owed = row.isCancelled() ? OrderRow.OWES_UNITS : OrderRow.OWES_PAID_NOTE;
            if (orders.noteTold(row.id(), row.returnState(), owed) == 1) {
                if (row.isCancelled()) {
                    returner.giveBackBeforeItOpens(row);
                } else {
                    paidNote.write(row);
                }
            }
        }
        return behind.size();
    }

    /** Only what MySQL believes to be told already: what it still owes is on its way. */
    private static boolean isBehind(Claim claim, OrderRow row) {
        return switch (row.status()) {
            case OrderRow.CANCELLED -> row.returnState() == OrderRow.UNITS_RETURNED;
            case OrderRow.PAID -> row.returnState() == OrderRow.OWES_NOTHING && claim.status() != OrderStatus.PAID;
            default -> false;
        };
    }
}
