package io.seckill.service.order;

import java.util.Optional;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;

/** The payments' rows, each once by the provider's transaction. */
@Mapper
interface PaymentMapper {

    /**
     * @param txnId the provider's number
     * @return what is on record for it
     */
    @Select("SELECT txn_id, order_id, result FROM seckill_payment WHERE txn_id = #{txnId}")
    Optional<Payment> find(String txnId);

    /**
     * @param txnId the provider's number
     * @param orderId the order
     * @param result APPLIED or REFUND_DUE
     */
    @Insert("INSERT INTO seckill_payment (txn_id, order_id, result, received_at)"
            + " VALUES (#{txnId}, #{orderId}, #{result}, UTC_TIMESTAMP(3))")
    void record(@Param("txnId") String txnId, @Param("orderId") long orderId, @Param("result") PaymentResult result);

    /** One row. */
    record Payment(String txnId, long orderId, PaymentResult result) {}
}
