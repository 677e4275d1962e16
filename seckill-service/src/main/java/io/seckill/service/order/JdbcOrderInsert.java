package io.seckill.service.order;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Writes the rows of newly accepted orders, many with one statement that carries its values. With placeholders the
 * driver keeps an object for each of several thousand values and makes a text of it in the end; the values are numbers
 * and instants, and nothing in them has to be escaped.
 */
@Component
class JdbcOrderInsert implements OrderInsert {

    private static final String INSERT = "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq,"
            + " epoch, accepted_at, created_at, pay_before) VALUES ";
    private static final int ROW_LENGTH = 180;
    private static final long SECOND = 1000;

    /** A literal of DATETIME(3) up to its seconds; in UTC, whatever zones JVM, session and connection are in. */
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("''uuuu-MM-dd HH:mm:ss");

    private final JdbcTemplate mysql;

    JdbcOrderInsert(JdbcTemplate mysql) {
        this.mysql = mysql;
    }

    @Override
    public void insert(List<AcceptedOrder> orders, Instant now, Instant payBefore) {
        StringBuilder statement = new StringBuilder(INSERT.length() + ROW_LENGTH * orders.size()).append(INSERT);
        String stored = ',' + literal(now) + ',' + literal(payBefore) + "),";
        Literals accepted = new Literals();
        for (AcceptedOrder order : orders) {
            statement
                    .append('(')
                    .append(order.orderId())
                    .append(',')
                    .append(order.activityId())
                    .append(',')
                    .append(order.userId())
                    .append(',')
                    .append(order.quantity())
                    .append(",0,")
                    .append(order.seq())
                    .append(',')
                    .append(order.epoch())
                    .append(',');
            accepted.append(order.acceptedAt().toEpochMilli(), statement);
            statement.append(stored);
        }
        statement.setLength(statement.length() - 1);
        mysql.update(statement.toString());
    }

    private static String literal(Instant instant) {
        StringBuilder text = new StringBuilder();
        new Literals().append(instant.toEpochMilli(), text);
        return text.toString();
    }

    /** Remembers the last second it has spelt: orders of a batch are accepted within few. */
    private static final class Literals {

        private long lastSecond = Long.MIN_VALUE;
        private String spelt = "";

        void append(long epochMilli, StringBuilder to) {
            long second = Math.floorDiv(epochMilli, SECOND);
            if (second != lastSecond) {
                lastSecond = second;
                spelt = SECONDS.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)) + '.';
            }
            int milli = (int) Math.floorMod(epochMilli, SECOND);
            to.append(spelt)
                    .append((char) ('0' + milli / 100))
                    .append((char) ('0' + milli / 10 % 10))
                    .append((char) ('0' + milli % 10))
                    .append('\'');
        }
    }
}
