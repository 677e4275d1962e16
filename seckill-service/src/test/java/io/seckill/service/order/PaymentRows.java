package io.seckill.service.order;

import io.seckill.service.simulator.MySqlModel;
import java.util.Optional;

/** The statements on seckill_payment. */
final class PaymentRows implements PaymentMapper {

    private final MySqlModel mysql;

    PaymentRows(MySqlModel mysql) {
        this.mysql = mysql;
    }

    @Override
    public Optional<Payment> find(String txnId) {
        return mysql.statement(
                "SELECT payment " + txnId, () -> Optional.ofNullable(mysql.find("payment:" + txnId, Payment.class)));
    }

    @Override
    public void record(String txnId, long orderId, PaymentResult result) {
        mysql.statement("INSERT payment " + txnId + " " + result, () -> {
            mysql.insert("payment:" + txnId, new Payment(txnId, orderId, result));
            return null;
        });
    }
}
