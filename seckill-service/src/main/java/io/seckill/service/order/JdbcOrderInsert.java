package io.seckill.service.order;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Writes the rows of newly accepted orders, many with one statement. By JDBC rather than by MyBatis, which would put
 * the statement together anew for every batch: a thousand placeholders and more, each an expression to evaluate.
 */
@Component
class JdbcOrderInsert implements OrderInsert {

    private static final String INSERT = "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq,"
            + " epoch, accepted_at, created_at, pay_before) VALUES ";
    private static final String ROW = "(?, ?, ?, ?, 0, ?, ?, ?, ?, ?)";

    private final JdbcTemplate mysql;

    JdbcOrderInsert(JdbcTemplate mysql) {
        this.mysql = mysql;
    }

    @Override
    public void insert(List<AcceptedOrder> orders, Instant now, Instant payBefore) {
        String statement = INSERT + String.join(", ", Collections.nCopies(orders.size(), ROW));
        LocalDateTime createdAt = utc(now);
        LocalDateTime payableUntil = utc(payBefore);
        mysql.update(statement, row -> {
            int next = 1;
            for (AcceptedOrder order : orders) {
                next = set(row, next, order);
                row.setObject(next++, createdAt);
                row.setObject(next++, payableUntil);
            }
        });
    }

    private static int set(PreparedStatement row, int first, AcceptedOrder order) throws SQLException {
        int next = first;
        row.setLong(next++, order.orderId());
        row.setLong(next++, order.activityId());
        row.setLong(next++, order.userId());
        row.setInt(next++, order.quantity());
        row.setLong(next++, order.seq());
        row.setLong(next++, order.epoch());
        row.setObject(next++, utc(order.acceptedAt()));
        return next;
    }

    /** As the driver leaves it alone, whatever zones JVM, session and connection are in. */
    private static LocalDateTime utc(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
