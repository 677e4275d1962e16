package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import io.seckill.service.order.AcceptedOrder;
import io.seckill.service.order.Claim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Looks at the orders of one sale in all stores, id by id and page by page, and names those that do not fit together.
 * What an order leaves is read before what it arrives at: first the messages on their way, then the claims, then the
 * rows; and from the rows back to the claims. So an order that moves on meanwhile is met twice rather than not at all.
 * What moves back (a return, a recovered batch) can still be missed once, so one look proves nothing.
 */
@Component
class OrderLook {

    private static final int PAGE = ClaimPages.PAGE;

    private static final Set<FindingKind> SEEN_FROM_ROWS =
            Set.of(FindingKind.CLAIM_LOST, FindingKind.CLAIM_OF_ANOTHER, FindingKind.DEAD_LETTER_WITHOUT_CLAIM);

    private final WaitingReader queues;
    private final ClaimPages claims;
    private final ReconcileMapper rows;

    OrderLook(WaitingReader queues, ClaimPages claims, ReconcileMapper rows) {
        this.queues = queues;
        this.claims = claims;
        this.rows = rows;
    }

    /**
     * What one look saw.
     *
     * @param epoch the epoch under which the sale sold
     * @param claims claims that were looked at
     * @param orders live orders that were looked at
     * @param suspects what looks wrong
     */
    record Seen(long epoch, long claims, long orders, List<Finding> suspects) {}

    /**
     * Looks at everything.
     *
     * @param activityId the activity
     * @param most suspects that are kept; those beyond are left for the next time
     * @return what it saw; empty if the sale is gated
     */
    Optional<Seen> all(long activityId, int most) {
        Optional<Waiting> read = queues.read(activityId);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Judge judge = new Judge(activityId, read.get());
        List<Finding> suspects = new ArrayList<>();
        long claimCount = claims.all(activityId, page -> keep(suspects, judgeClaims(judge, page), most));
        long orderCount = 0;
        long after = 0;
        List<StoredOrder> page;
        do {
            page = rows.live(activityId, after, PAGE);
            keep(suspects, judgeOrders(activityId, page), most);
            orderCount += page.size();
            after = page.isEmpty() ? after : page.get(page.size() - 1).userId();
        } while (page.size() == PAGE);
        keepLetters(suspects, activityId, most);
        return Optional.of(new Seen(read.get().epoch(), claimCount, orderCount, List.copyOf(suspects)));
    }

    private static void keep(List<Finding> suspects, List<Finding> more, int most) {
        more.stream().limit(Math.max(0, most - suspects.size())).forEach(suspects::add);
    }

    /**
     * Looks at suspects again.
     *
     * @param activityId the activity
     * @param epoch the epoch under which they were seen
     * @param suspects what looked wrong
     * @return those that look wrong in the same way; empty if the sale is gated or was opened again since
     */
    Optional<List<Finding>> again(long activityId, long epoch, List<Finding> suspects) {
        Optional<Waiting> read = queues.read(activityId).filter(now -> now.epoch() == epoch);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        Waiting waiting = read.get();
        if (!waiting.isWhole()) {
            waiting.addSeen(queues.among(activityId, unstored(suspects)));
        }
        Judge judge = new Judge(activityId, waiting);
        List<Finding> wrong = new ArrayList<>();
        for (List<Finding> page : pages(suspects)) {
            List<Long> users = page.stream()
                    .filter(suspect -> !SEEN_FROM_ROWS.contains(suspect.kind()))
                    .map(Finding::userId)
                    .toList();
            wrong.addAll(judgeClaims(judge, claims.of(activityId, users).values()));
            Set<Long> ids = page.stream()
                    .filter(suspect -> SEEN_FROM_ROWS.contains(suspect.kind()))
                    .map(Finding::orderId)
                    .collect(Collectors.toSet());
            Map<Long, StoredOrder> stored = byId(ids);
            wrong.addAll(judgeOrders(
                    activityId,
                    stored.values().stream()
                            .filter(row -> row.activityId() == activityId && !row.isCancelled())
                            .toList()));
            wrong.addAll(judgeOpenLetters(
                    activityId,
                    letters(ids).values().stream()
                            .filter(letter -> letter.isOpen() && !stored.containsKey(letter.orderId()))
                            .toList()));
        }
        return Optional.of(suspects.stream()
                .flatMap(suspect ->
                        wrong.stream().filter(now -> now.sameAs(suspect)).limit(1))
                .toList());
    }

    private static Set<Long> unstored(List<Finding> suspects) {
        return suspects.stream()
                .filter(suspect ->
                        suspect.kind() == FindingKind.MESSAGE_LOST || suspect.kind() == FindingKind.ORDER_LOST)
                .map(Finding::orderId)
                .collect(Collectors.toSet());
    }

    private List<Finding> judgeClaims(Judge judge, Collection<ClaimEntry> page) {
        Map<Long, StoredOrder> stored = byId(orderIds(page));
        // Only of an order that is no row does it matter whether there is a dead letter.
        Map<Long, ReconcileMapper.Letter> dead = letters(
                orderIds(page).stream().filter(id -> !stored.containsKey(id)).collect(Collectors.toSet()));
        return page.stream()
                .flatMap(entry -> {
                    Claim claim = entry.claim();
                    long id = claim == null ? 0 : claim.orderId();
                    return judge.claim(entry, stored.get(id), dead.get(id)).stream();
                })
                .toList();
    }

    private static Set<Long> orderIds(Collection<ClaimEntry> page) {
        Set<Long> ids = new HashSet<>();
        for (ClaimEntry entry : page) {
            Claim claim = entry.claim();
            if (claim != null) {
                ids.add(claim.orderId());
            }
        }
        return ids;
    }

    private List<Finding> judgeOrders(long activityId, List<StoredOrder> page) {
        Map<Long, ClaimEntry> held =
                claims.of(activityId, page.stream().map(StoredOrder::userId).toList());
        return page.stream()
                .flatMap(row -> Judge.order(row, held.get(row.userId())).stream())
                .toList();
    }

    private void keepLetters(List<Finding> suspects, long activityId, int most) {
        long after = 0;
        List<ReconcileMapper.Letter> page;
        do {
            page = rows.openLetters(RedisKeys.queue(activityId), after, PAGE);
            keep(suspects, judgeOpenLetters(activityId, page), most);
            after = page.isEmpty() ? after : page.get(page.size() - 1).id();
        } while (page.size() == PAGE);
    }

    private List<Finding> judgeOpenLetters(long activityId, List<ReconcileMapper.Letter> page) {
        List<AcceptedOrder> orders = page.stream()
                .flatMap(letter -> AcceptedOrder.read(RedisKeys.queue(activityId), letter.raw()).stream())
                .toList();
        Map<Long, ClaimEntry> held =
                claims.of(activityId, orders.stream().map(AcceptedOrder::userId).toList());
        return orders.stream()
                .flatMap(order -> Judge.letter(order, held.get(order.userId())).stream())
                .toList();
    }

    private Map<Long, StoredOrder> byId(Collection<Long> ids) {
        return ids.isEmpty()
                ? Map.of()
                : rows.byIds(ids).stream().collect(Collectors.toMap(StoredOrder::id, Function.identity()));
    }

    private Map<Long, ReconcileMapper.Letter> letters(Collection<Long> ids) {
        return ids.isEmpty()
                ? Map.of()
                : rows.letters(ids).stream()
                        .collect(Collectors.toMap(ReconcileMapper.Letter::orderId, Function.identity(), (a, b) -> a));
    }

    private static List<List<Finding>> pages(List<Finding> all) {
        List<List<Finding>> pages = new ArrayList<>();
        for (int from = 0; from < all.size(); from += PAGE) {
            pages.add(all.subList(from, Math.min(all.size(), from + PAGE)));
        }
        return pages;
    }
}
