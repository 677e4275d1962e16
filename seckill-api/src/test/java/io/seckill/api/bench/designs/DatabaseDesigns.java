package io.seckill.api.bench.designs;

import io.seckill.api.bench.designs.DesignAnswers.Decision;
import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.common.Result;
import io.seckill.service.order.OrderIds;
import java.util.Locale;
import java.util.Objects;
import org.springframework.context.annotation.Profile;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The designs that ask the database for every order, in the product's own tables. */
@Profile("bench")
@RestController
class DatabaseDesigns {

    private final JdbcTemplate mysql;
    private final TransactionTemplate transaction;
    private final OrderIds ids;
    private final DesignAnswers answers;

    DatabaseDesigns(JdbcTemplate mysql, PlatformTransactionManager transactions, OrderIds ids, DesignAnswers answers) {
        this.mysql = mysql;
        this.transaction = new TransactionTemplate(transactions);
        this.ids = ids;
        this.answers = answers;
    }

    /** SELECT … FOR UPDATE, INSERT, UPDATE. */
    @PostMapping("/seckill/order/bench/db-row-lock")
    @RateLimit("order")
    public ResponseEntity<Result<?>> rowLock(UserId user, DesignCall call, Locale locale) {
        return inTransaction(user, call, locale, () -> {
            Long left = mysql.queryForObject(
                    "SELECT stock FROM seckill_activity WHERE id = ? FOR UPDATE", Long.class, call.activityId());
            return Objects.requireNonNull(left) >= 1
                    && mysql.update("UPDATE seckill_activity SET stock = stock - 1 WHERE id = ?", call.activityId())
                            == 1;
        });
    }

    /** UPDATE … WHERE stock ≥ 1, INSERT. */
    @PostMapping("/seckill/order/bench/db-cas")
    @RateLimit("order")
    public ResponseEntity<Result<?>> compareAndSet(UserId user, DesignCall call, Locale locale) {
        return inTransaction(
                user,
                call,
                locale,
                () -> mysql.update(
                                "UPDATE seckill_activity SET stock = stock - 1 WHERE id = ? AND stock >= 1",
                                call.activityId())
                        == 1);
    }

    private ResponseEntity<Result<?>> inTransaction(UserId user, DesignCall call, Locale locale, Deduct deduct) {
        long orderId = ids.next().orElseThrow();
        try {
            Decision decision = transaction.execute(status -> {
                if (!deduct.tookOne()) {
                    return Decision.SOLD_OUT;
                }
                mysql.update(
                        "INSERT INTO seckill_order (id, activity_id, user_id, quantity, status, seq, epoch, accepted_at,"
                                + " created_at, pay_before) VALUES (?, ?, ?, 1, 0, 0, 1, UTC_TIMESTAMP(3),"
                                + " UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 15 MINUTE)",
                        orderId,
                        call.activityId(),
                        user.value());
                return Decision.PLACED;
            });
            return answers.of(Objects.requireNonNull(decision), orderId, locale);
        } catch (DuplicateKeyException e) {
            return answers.of(Decision.DUPLICATE, orderId, locale);
        }
    }

    private interface Deduct {
        boolean tookOne();
    }
}
