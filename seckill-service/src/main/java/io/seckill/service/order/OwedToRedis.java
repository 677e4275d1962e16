package io.seckill.service.order;

import java.util.List;
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
     * Tells it of many; units go back together, for a crowd can run out of time at once.
     *
     * @param page rows as they were read, in any order
     * @throws io.seckill.common.SeckillException SYSTEM_BUSY if Redis is away; what it has not heard stays owed
     */
    void tell(List<OrderRow> page) {
        returner.giveBack(page.stream()
                .filter(order -> order.returnState() == OrderRow.OWES_UNITS)
                .toList());
        page.stream()
                .filter(order -> order.returnState() == OrderRow.OWES_PAID_NOTE)
                .forEach(paidNote::write);
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
