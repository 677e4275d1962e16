package io.seckill.api.payment;

import io.seckill.api.web.Answers;
import io.seckill.api.web.ApiCall;
import io.seckill.api.web.NoQuery;
import io.seckill.api.web.RequestBody;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.order.PaymentResult;
import io.seckill.service.order.PaymentService;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Takes the payment provider's reports. */
@RestController
class PaymentController {

    private static final Logger log = LoggerFactory.getLogger(PaymentController.class);

    private final PaymentService payments;
    private final PaymentSignature signature;
    private final Answers answers;
    private final JsonMapper json;

    PaymentController(PaymentService payments, PaymentSignature signature, Answers answers, JsonMapper json) {
        this.payments = payments;
        this.signature = signature;
        this.answers = answers;
        this.json = json;
    }

    /**
     * What came of a report, in an answer.
     *
     * @param orderId the order
     * @param result APPLIED, or REFUND_DUE if the order does not wait for payment
     */
    record Recorded(String orderId, PaymentResult result) {}

    /** The same report again gets the same answer; 503 asks the provider to report again. */
    @PostMapping(CallbackPath.PATH)
    @ApiCall(
            value = "Takes a report of the payment provider: an order was paid",
            details = "The same report again gets the same answer; 503 asks the provider to report again.",
            data = Recorded.class,
            answers = {ErrorCode.UNAUTHENTICATED, ErrorCode.ORDER_NOT_FOUND},
            body = PaymentReport.class,
            headers = {PaymentSignature.TIMESTAMP_HEADER, PaymentSignature.SIGNATURE_HEADER})
    public ResponseEntity<Result<?>> paid(
            HttpServletRequest request, RequestBody content, NoQuery nothingElse, Locale locale) {
        byte[] body = content.bytes();
        signature.check(
                request.getHeader(PaymentSignature.TIMESTAMP_HEADER),
                request.getHeader(PaymentSignature.SIGNATURE_HEADER),
                body);
        PaymentReport report = PaymentReport.read(body, json);
        log.debug("[entry] payment {} of order {}", report.txnId(), report.orderId());
        PaymentResult result = payments.record(report.txnId(), report.orderId());
        return switch (result) {
            case APPLIED, REFUND_DUE ->
                answers.of(ErrorCode.OK, new Recorded(Long.toString(report.orderId()), result), locale);
            case UNKNOWN_ORDER -> answers.of(ErrorCode.ORDER_NOT_FOUND, null, locale);
            case OTHER_ORDER -> throw SeckillException.invalid("txnId", "taken");
        };
    }
}
