package io.seckill.service.simulator;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Spring's transactions on the model of MySQL. */
final class Transacting extends AbstractPlatformTransactionManager {

    private static final long serialVersionUID = 1L;

    private final transient World world;
    private final transient MySqlModel mysql;

    Transacting(World world, MySqlModel mysql) {
        this.world = world;
        this.mysql = mysql;
    }

    @Override
    protected Object doGetTransaction() {
        return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        if (world.current().tx != null) {
            throw new IllegalStateException("a transaction within a transaction is not modelled");
        }
        try {
            MySqlModel.Tx tx = mysql.begin();
            world.current().tx = tx;
        } catch (DataAccessException e) {
            throw new CannotCreateTransactionException("no connection", e.getCause());
        }
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        MySqlModel.Tx tx = world.current().tx;
        try {
            mysql.commit(tx);
        } catch (DataAccessException e) {
            throw new TransactionSystemException("commit failed", e.getCause());
        } finally {
            world.current().tx = null;
        }
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        if (world.current().tx != null) {
            world.current().tx.rollBack();
            world.current().tx = null;
        }
    }
}
