package io.seckill.service.reconcile;

import io.seckill.service.simulator.LetterRecord;
import io.seckill.service.simulator.MySqlModel;
import io.seckill.service.simulator.OrderRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The statements of reconciliation. */
final class ReconcileRows implements ReconcileMapper, RepairMapper {

    private static final int OWES_UNITS = 1;

    private final MySqlModel mysql;

    ReconcileRows(MySqlModel mysql) {
        this.mysql = mysql;
    }

    @Override
    public List<StoredOrder> byIds(Collection<Long> ids) {
        return mysql.statement(
                "SELECT stored " + ids,
                () -> ids.stream()
                        .map(id -> mysql.find(OrderRecord.key(id), OrderRecord.class))
                        .filter(Objects::nonNull)
                        .map(ReconcileRows::read)
                        .toList());
    }

    @Override
    public List<StoredOrder> live(long activityId, long afterUser, int limit) {
        return mysql.statement(
                "SELECT live",
                () -> mysql.all("order:", OrderRecord.class).stream()
                        .filter(row -> row.status() != OrderRecord.CANCELLED && row.userId() > afterUser)
                        .sorted(Comparator.comparingLong(OrderRecord::userId))
                        .limit(limit)
                        .map(ReconcileRows::read)
                        .toList());
    }

    @Override
    public List<Letter> letters(Collection<Long> ids) {
        return mysql.statement(
                "SELECT letters " + ids,
                () -> mysql.all("letter:", LetterRecord.class).stream()
                        .filter(letter -> ids.contains(letter.orderId()))
                        .map(ReconcileRows::read)
                        .toList());
    }

    @Override
    public List<Letter> openLetters(String queue, long after, int limit) {
        return mysql.statement(
                "SELECT open letters",
                () -> mysql.all("letter:", LetterRecord.class).stream()
                        .filter(letter -> letter.state().equals("OPEN") && letter.id() > after)
                        .filter(letter -> mysql.find(OrderRecord.key(letter.orderId()), OrderRecord.class) == null)
                        .sorted(Comparator.comparingLong(LetterRecord::id))
                        .limit(limit)
                        .map(ReconcileRows::read)
                        .toList());
    }

    @Override
    public Optional<StoredOrder> lock(long id) {
        return mysql.statement("SELECT " + id + " FOR UPDATE", () -> {
            // READ COMMITTED locks no place where no row is; but it waits for whoever is about to insert one.
            if (mysql.isLocked(OrderRecord.key(id)) || mysql.find(OrderRecord.key(id), OrderRecord.class) != null) {
                mysql.lock(OrderRecord.key(id));
            }
            return Optional.ofNullable(mysql.find(OrderRecord.key(id), OrderRecord.class))
                    .map(ReconcileRows::read);
        });
    }

    @Override
    public int oweAgain(long id) {
        return mysql.statement(
                "UPDATE owe again " + id,
                () -> mysql.update(
                        OrderRecord.key(id),
                        OrderRecord.class,
                        row -> row.status() == OrderRecord.CANCELLED && row.returnState() != OWES_UNITS
                                ? row.with(row.status(), row.closeReason(), OWES_UNITS)
                                : null));
    }

    @Override
    public Optional<Long> lockActivity(long activityId) {
        return mysql.statement("SELECT activity FOR UPDATE", () -> {
            mysql.lock("activity:" + activityId);
            return Optional.of(activityId);
        });
    }

    @Override
    public void noteInLedger(long activityId, String actor) {
        mysql.statement("INSERT ledger", () -> null);
    }

    private static StoredOrder read(OrderRecord row) {
        return new StoredOrder(
                row.id(),
                row.activityId(),
                row.userId(),
                row.quantity(),
                row.status(),
                row.returnState(),
                row.seq(),
                row.acceptedAt(),
                row.payBefore());
    }

    private static Letter read(LetterRecord letter) {
        return new Letter(letter.id(), letter.orderId(), letter.letter().raw(), letter.state());
    }
}
