package io.seckill.service.order;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** What is on record of one order. */
@Mapper
interface OrderFileMapper {

    /** What the row has beyond {@link OrderRow}. */
    record Extra(
            long seq,
            long epoch,
            Instant createdAt,
            @Nullable Instant payBefore,
            @Nullable Instant paidAt,
            @Nullable Instant cancelledAt) {}

    @Select("SELECT seq, epoch, created_at, pay_before, paid_at, cancelled_at FROM seckill_order WHERE id = #{orderId}")
    Optional<Extra> extra(long orderId);

    /** {@return the order's payments, the first one first} */
    @Select("SELECT txn_id, result, received_at FROM seckill_payment WHERE order_id = #{orderId} ORDER BY id")
    List<OrderFile.Payment> payments(long orderId);
}
