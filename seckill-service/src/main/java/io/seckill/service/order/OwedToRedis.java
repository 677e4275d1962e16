package io.seckill.service.order;

import org.springframework.stereotype.Component;

/** Tells Redis what it has yet to hear of an order that MySQL has made final. */
@Component
class OwedToRedis {

    private final UnitsReturner returner;
    private final PaidNote paidNote;

    OwedToRedis(UnitsReturner returner, PaidNote paidNote) {
        this.returner = returner;
        this.paidNote = paidNote;
    }

    /**
     * Tells it, if anything is owed.
     *
     * @param order a row as it was read
     * @throws io.seckill.common.SeckillException SYSTEM_BUSY if Redis is away; it stays owed
     */
    void tell(OrderRow order) {
        switch (order.returnState()) {
            case OrderRow.OWES_UNITS -> returner.giveBack(order);
            case OrderRow.OWES_PAID_NOTE -> paidNote.write(order);
            default -> {
                // Redis knows.
            }
        }
    }
}
