package io.seckill.service.database;

import org.springframework.transaction.PlatformTransactionManager;

/** The product's transactions, on a manager of the simulator's. */
public final class SteppedTransactions extends Transactions {

    public SteppedTransactions(PlatformTransactionManager manager) {
        super(manager);
    }
}
