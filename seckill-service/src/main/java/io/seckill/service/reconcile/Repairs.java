package io.seckill.service.reconcile;

import io.seckill.common.RedisKeys;
import io.seckill.queue.WireFormat;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import io.seckill.service.order.Claim;
import io.seckill.service.redis.LuaScript;
import io.seckill.service.redis.RedisLink;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Puts right what was seen wrong twice, each order by itself. Everything is checked once more: in MySQL on the locked row,
 * in Redis by the script that writes. The ledger and the audit log are written first, in the same transaction, which is
 * undone if there was nothing to repair after all. No repair computes a stock: it moves the units of the one order.
 */
@Component
class Repairs {

    private static final Logger log = LoggerFactory.getLogger(Repairs.class);
    private static final LuaScript REQUEUE = LuaScript.load("reconcile/requeue.lua");
    private static final LuaScript RESTORE = LuaScript.load("reconcile/restore_claim.lua");
    private static final LuaScript SETTLE = LuaScript.load("order/settle_claims.lua");

    /** Claims that are added up within one script, at most: some 10 ms of Redis. */
    private static final int MOST_ADDED_UP = 20_000;

    private static final String PENDING_PAYMENT = "0";
    private static final long DONE = 1;

    private final ReconcileMapper rows;
    private final RepairMapper books;
    private final RedisLink redis;
    private final AuditLog audit;
    private final Transactions transactions;

    Repairs(ReconcileMapper rows, RepairMapper books, RedisLink redis, AuditLog audit, Transactions transactions) {
        this.rows = rows;
        this.books = books;
        this.redis = redis;
        this.audit = audit;
        this.transactions = transactions;
    }

    /**
     * Repairs one finding, if its kind can be repaired and it is still so.
     *
     * @param activityId the activity
     * @param epoch the epoch under which it was found
     * @param finding what was seen wrong twice
     * @param actor who repairs, at most 64 characters
     * @return whether it was repaired by this call
     * @throws io.seckill.common.SeckillException SYSTEM_BUSY if Redis is away; it may have been repaired all the same
     */
    boolean repair(long activityId, long epoch, Finding finding, String actor) {
        Attempt attempt = new Attempt(activityId, Long.toString(epoch), finding, actor);
        try {
            return transactions.in(() -> attempt(attempt));
        } catch (NothingToRepair e) {
            return false;
        }
    }

    private record Attempt(long activityId, String epoch, Finding finding, String actor) {

        String user() {
            return Long.toString(finding.userId());
        }

        String order() {
            return Long.toString(finding.orderId());
        }

        String claims() {
            return RedisKeys.claims(activityId);
        }

        String scratch() {
            return claims() + ":none";
        }
    }

    private boolean attempt(Attempt attempt) {
        Optional<StoredOrder> row = books.lock(attempt.finding().orderId());
        switch (attempt.finding().kind()) {
            case MESSAGE_LOST -> {
                require(row.isEmpty());
                note(attempt, "message put back");
                require(requeue(attempt, Claim.QUEUED + Claim.DEAD));
            }
            case ORDER_LOST -> {
                require(row.isEmpty());
                note(attempt, "message put back, to be stored again");
                require(requeue(attempt, PENDING_PAYMENT));
            }
            case RETURN_LOST -> {
                note(attempt, "its units are owed to Redis again");
                require(books.oweAgain(attempt.finding().orderId()) == DONE);
            }
            case CLAIM_BEHIND -> catchUp(attempt, row);
            case CLAIM_LOST -> {
                StoredOrder order = row.orElseThrow(NothingToRepair::new);
                require(!order.isCancelled());
                note(attempt, "claim " + order.claim());
                require(restore(attempt, order));
            }
            default -> throw new NothingToRepair();
        }
        return true;
    }

    private boolean requeue(Attempt attempt, String states) {
        return redis.callForNumber(
                        REQUEUE,
                        new String[] {
                            RedisKeys.activity(attempt.activityId()),
                            attempt.claims(),
                            RedisKeys.queue(attempt.activityId()),
                            attempt.scratch()
                        },
                        attempt.epoch(),
                        WireFormat.VERSION,
                        Long.toString(attempt.activityId()),
                        attempt.user(),
                        attempt.order(),
                        states)
                == DONE;
    }

    /** From what the claim may say to what the row, or an open dead letter, says. */
    private void catchUp(Attempt attempt, Optional<StoredOrder> row) {
        String from;
        String to;
        if (row.isEmpty()) {
            require(rows.letters(List.of(attempt.finding().orderId())).stream()
                    .anyMatch(ReconcileMapper.Letter::isOpen));
            from = Claim.QUEUED;
            to = Claim.DEAD;
        } else {
            StoredOrder order = row.get();
            require(!order.isCancelled());
            from = Claim.QUEUED + Claim.DEAD + (order.isPaid() ? PENDING_PAYMENT : "");
            to = order.claimState();
        }
        note(attempt, "claim's state " + to);
        require(redis.callForNumber(
                        SETTLE,
                        new String[] {attempt.claims(), attempt.scratch()},
                        from,
                        to,
                        attempt.user(),
                        attempt.order())
                == DONE);
    }

    private boolean restore(Attempt attempt, StoredOrder order) {
        long answer = redis.callForNumber(
                RESTORE,
                new String[] {
                    RedisKeys.activity(attempt.activityId()),
                    RedisKeys.stock(attempt.activityId()),
                    attempt.claims(),
                    attempt.scratch()
                },
                attempt.epoch(),
                attempt.user(),
                order.claim(),
                Integer.toString(order.quantity()),
                Integer.toString(MOST_ADDED_UP));
        if (answer < 0) {
            log.warn(
                    "[service] order {} of activity {} has no claim, and none can be given to it (code {});"
                            + " a rebuild would put it right",
                    order.id(),
                    attempt.activityId(),
                    answer);
        }
        return answer == DONE;
    }

    private void note(Attempt attempt, String after) {
        books.lockActivity(attempt.activityId()).orElseThrow(NothingToRepair::new);
        books.noteInLedger(attempt.activityId(), attempt.actor());
        audit.note(
                attempt.actor(),
                "REPAIR_" + attempt.finding().kind(),
                "order:" + attempt.order(),
                new Before(
                        attempt.activityId(), attempt.user(), attempt.finding().text()),
                new After(after));
    }

    /** What was found, for the audit log. */
    record Before(long activityId, String userId, String found) {}

    /** What was done, for the audit log. */
    record After(String done) {}

    private static void require(boolean holds) {
        if (!holds) {
            throw new NothingToRepair();
        }
    }

    /** Undoes the notes: what was off is not, or cannot be repaired. */
    private static final class NothingToRepair extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NothingToRepair() {
            super(null, null, false, false);
        }
    }
}
