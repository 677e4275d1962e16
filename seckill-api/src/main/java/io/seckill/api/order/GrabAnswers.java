package io.seckill.api.order;

import io.seckill.api.web.Answers;
import io.seckill.api.web.Parameters;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.order.OrderStatus;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Tells a buyer what came of a request to buy. */
@Component
class GrabAnswers {

    private final Answers answers;

    GrabAnswers(Answers answers) {
        this.answers = answers;
    }

    ResponseEntity<Result<?>> of(OrderQuery query, GrabResult result, Locale locale) {
        if (result instanceof GrabResult.Accepted accepted) {
            OrderAnswer order = OrderAnswer.placed(accepted.order().orderId(), query, OrderStatus.QUEUED);
            return answers.of(HttpStatus.ACCEPTED, ErrorCode.OK, "order.QUEUED", order, locale);
        }
        if (result instanceof GrabResult.Confirming confirming) {
            OrderAnswer order = OrderAnswer.placed(confirming.orderId(), query, OrderStatus.CONFIRMING);
            return answers.of(ErrorCode.CONFIRMING, order, locale);
        }
        if (result instanceof GrabResult.Duplicate duplicate) {
            return answers.of(ErrorCode.DUPLICATE_ORDER, OrderAnswer.of(duplicate.order()), locale);
        }
        return refusal(result, locale);
    }

    private ResponseEntity<Result<?>> refusal(GrabResult result, Locale locale) {
        if (result instanceof GrabResult.SoldOut soldOut) {
            return answers.of(ErrorCode.SOLD_OUT, Map.of("remaining", soldOut.remaining()), locale);
        }
        if (result instanceof GrabResult.NotStarted early) {
            Map<String, Long> data =
                    Map.of("startsInMs", Math.max(0, early.startsIn().toMillis()));
            return answers.of(ErrorCode.NOT_STARTED, data, locale);
        }
        if (result instanceof GrabResult.Ended) {
            return answers.of(ErrorCode.ENDED, null, locale);
        }
        if (result instanceof GrabResult.RegrabLimit) {
            return answers.of(ErrorCode.REGRAB_LIMIT, null, locale);
        }
        if (result instanceof GrabResult.NotOpen) {
            return answers.of(ErrorCode.NOT_OPEN, null, locale);
        }
        if (result instanceof GrabResult.UnknownActivity) {
            return answers.of(ErrorCode.ACTIVITY_NOT_FOUND, null, locale);
        }
        if (result instanceof GrabResult.OverLimit over) {
            throw Parameters.outOfRange("quantity", 1, over.limit());
        }
        if (result instanceof GrabResult.Busy busy) {
            throw new SeckillException(ErrorCode.SYSTEM_BUSY, busy.reason(), Map.of(), busy.retryAfter(), null);
        }
        throw new IllegalStateException("no answer is known for " + result);
    }
}
