package io.seckill.service.order;

import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterQuery;
import io.seckill.queue.DeadLetterState;
import io.seckill.service.simulator.LetterRecord;
import io.seckill.service.simulator.MySqlModel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The statements on seckill_dead_letter. */
final class LetterRows implements DeadLetterMapper {

    private final MySqlModel mysql;
    private final LongSupplier millis;

    LetterRows(MySqlModel mysql, LongSupplier millis) {
        this.mysql = mysql;
        this.millis = millis;
    }

    private Instant time() {
        return Instant.ofEpochMilli(millis.getAsLong());
    }

    @Override
    public void bury(DeadLetter letter, Long orderId, String reason) {
        mysql.statement("INSERT letter " + letter.messageId() + " " + reason, () -> {
            String key = LetterRecord.key(letter.messageId());
            mysql.lock(key);
            LetterRecord known = mysql.find(key, LetterRecord.class);
            if (known == null) {
                long number = mysql.all("letter:", LetterRecord.class).size() + 1L;
                mysql.insert(key, new LetterRecord(number, letter, orderId, "OPEN", time()));
            } else if (known.state().startsWith("REPLAY")) {
                mysql.update(
                        key,
                        LetterRecord.class,
                        row -> new LetterRecord(row.id(), letter, row.orderId(), "OPEN", time()));
            }
            return null;
        });
    }

    @Override
    public Optional<DeadLetterRow> find(String messageId) {
        return mysql.statement(
                "SELECT letter " + messageId,
                () -> Optional.ofNullable(mysql.find(LetterRecord.key(messageId), LetterRecord.class))
                        .map(LetterRows::read));
    }

    @Override
    public List<DeadLetterRow> page(DeadLetterQuery query) {
        return mysql.statement(
                "SELECT letters",
                () -> mysql.all("letter:", LetterRecord.class).stream()
                        .map(LetterRows::read)
                        .toList());
    }

    @Override
    public int change(String messageId, DeadLetterState from, DeadLetterState to) {
        return mysql.statement(
                "UPDATE letter " + messageId + " " + to,
                () -> mysql.update(
                        LetterRecord.key(messageId),
                        LetterRecord.class,
                        row -> row.state().equals(from.name()) ? row.with(to.name(), time()) : null));
    }

    private static DeadLetterRow read(LetterRecord row) {
        DeadLetter letter = row.letter();
        return new DeadLetterRow(
                row.id(),
                letter.queue(),
                letter.messageId(),
                letter.raw(),
                letter.reason(),
                letter.failures(),
                letter.deliveries(),
                row.state(),
                letter.enqueuedAt(),
                letter.buriedAt(),
                row.updatedAt());
    }
}
