package io.seckill.service.audit;

import io.seckill.service.simulator.MySqlModel;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** An audit log whose rows nobody reads; writing one is a step all the same. */
public final class SteppedAudit extends AuditLog {

    private final MySqlModel mysql;

    public SteppedAudit(MySqlModel mysql) {
        super(null, null, null);
        this.mysql = mysql;
    }

    @Override
    public void note(String actor, String action, String subject, Object before, Object after) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(action + " is noted outside the transaction of the change");
        }
        mysql.statement("INSERT audit " + action + " " + subject + " " + before, () -> null);
    }
}
