package io.seckill.service.order;

import java.time.Instant;
import java.util.List;

/** Writes the rows of newly accepted orders. */
@FunctionalInterface
interface OrderInsert {

    /**
     * Stores orders that wait for payment, all or none.
     *
     * @param orders at least one
     * @param now the database's clock
     * @param payBefore until when they can be paid
     * @throws org.springframework.dao.DataAccessException for {@link io.seckill.service.database.SqlFailure} to judge
     */
    void insert(List<AcceptedOrder> orders, Instant now, Instant payBefore);
}
