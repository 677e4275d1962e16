package io.seckill.service.stock;

import io.seckill.common.SeckillException;
import io.seckill.service.activity.Activity;
import io.seckill.service.activity.ActivityDraft;
import io.seckill.service.activity.ActivityMapper;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.activity.Refusal;
import io.seckill.service.activity.StockLedgerMapper;
import io.seckill.service.audit.AuditLog;
import io.seckill.service.database.Transactions;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/**
 * MySQL's side of a stock change, each step one transaction on the activity's locked row. What rises in Redis has risen
 * here before, and what falls here has fallen in Redis before: so Redis never sells what MySQL would not store.
 */
@Component
public class StockBooks {

    private final ActivityMapper activities;
    private final StockLedgerMapper ledger;
    private final StockMapper stock;
    private final AuditLog audit;
    private final Transactions transactions;

    StockBooks(
            ActivityMapper activities,
            StockLedgerMapper ledger,
            StockMapper stock,
            AuditLog audit,
            Transactions transactions) {
        this.activities = activities;
        this.ledger = ledger;
        this.stock = stock;
        this.audit = audit;
        this.transactions = transactions;
    }

    /**
     * A change under way.
     *
     * @param change what the ledger has noted
     * @param mine whether this call noted it; else it is an earlier one that must be settled first
     */
    record Begun(NotedChange change, boolean mine) {}

    /** What the audit log says of a change: the activity, and the ledger's entry. */
    record Trace(Activity activity, long ledgerNo, String kind, long units) {}

    /** Notes a change, unless an earlier one is not settled yet. */
    Begun begin(long id, long units, StockSource source, String actor) {
        return transactions.in(() -> {
            Activity before = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            if (before.state() != ActivityState.OPEN) {
                throw Refusal.notOpen(id, before.state());
            }
            Optional<NotedChange> earlier = stock.notedOf(id);
            if (earlier.isPresent()) {
                return new Begun(earlier.get(), false);
            }
            requirePossible(before, units, source);
            long number = stock.lastNumber(id) + 1;
            ledger.open(id, number, source.kind(), units, actor);
            if (source == StockSource.TOTAL && units > 0) {
                stock.addToTotal(id, units);
            }
            NotedChange noted = new NotedChange(id, number, source.kind(), units, actor, before.epoch());
            note("BEGIN_STOCK_CHANGE", before, noted, units);
            return new Begun(noted, true);
        });
    }

    private static void requirePossible(Activity activity, long units, StockSource source) {
        if (source == StockSource.TOTAL && activity.totalStock() + units > ActivityDraft.MAX_UNITS) {
            throw SeckillException.invalid("units", "stock-range");
        }
        if (source == StockSource.RESERVE && units > activity.reserved()) {
            throw Refusal.state(activity.id(), "reserve-short");
        }
    }

    /**
     * Settles a change that Redis has made, with the units it changed in truth.
     *
     * @return the units it is settled with, now or before; empty if the epoch has moved on: what Redis held under the
     *     former one may be gone
     */
    OptionalLong settle(NotedChange change, long units) {
        return transactions.in(() -> {
            long id = change.activityId();
            Activity before = activities.lock(id).orElseThrow(() -> Refusal.unknownActivity(id));
            OptionalLong settled = settled(change);
            if (settled.isPresent() || before.epoch() != change.epoch()) {
                return settled;
            }
            settleLocked(before, change, units);
            return OptionalLong.of(units);
        });
    }

    /** {@return the units the change is settled with, if it is} */
    OptionalLong settled(NotedChange change) {
        return stock.settledUnits(change.activityId(), change.ledgerNo()).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /**
     * Settles an increase that Redis may or may not have made, for a rebuild, which grants what the ledger says: orders
     * that were sold from these units keep them. To be called in the transaction that has raised the epoch.
     *
     * @param activity the activity, its row locked
     */
    public void settleIncrease(Activity activity) {
        stock.notedOf(activity.id())
                .filter(change -> change.units() > 0)
                .ifPresent(change -> settleLocked(activity, change, change.units()));
    }

    private void settleLocked(Activity before, NotedChange change, long units) {
        long id = change.activityId();
        if (stock.settle(id, change.ledgerNo(), units) != 1) {
            throw new IllegalStateException("entry " + change.ledgerNo() + " of activity " + id + " is gone");
        }
        if (change.isOfReserve()) {
            stock.takeFromReserve(id, units);
        } else if (units < 0) {
            stock.addToTotal(id, units);
        }
        note("FINISH_STOCK_CHANGE", before, change, units);
    }

    private void note(String action, Activity before, NotedChange change, long units) {
        Activity after = activities.find(before.id()).orElseThrow();
        audit.note(
                change.actor(),
                action,
                "activity:" + before.id(),
                before,
                new Trace(after, change.ledgerNo(), change.kind(), units));
    }
}
