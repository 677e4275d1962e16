package io.seckill.api.bench.designs;

import io.seckill.api.web.Answers;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import java.util.Locale;
import java.util.Map;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** The product's envelope for what a compared design decided. */
@Profile("bench")
@Component
class DesignAnswers {

    /** What a design can decide. */
    enum Decision {
        PLACED,
        DUPLICATE,
        SOLD_OUT,
        BUSY
    }

    private final Answers answers;

    DesignAnswers(Answers answers) {
        this.answers = answers;
    }

    ResponseEntity<Result<?>> of(Decision decision, long orderId, Locale locale) {
        return switch (decision) {
            case PLACED ->
                answers.of(
                        HttpStatus.ACCEPTED,
                        ErrorCode.OK,
                        "order.QUEUED",
                        Map.of("orderId", Long.toString(orderId)),
                        locale);
            case DUPLICATE -> answers.of(ErrorCode.DUPLICATE_ORDER, null, locale);
            case SOLD_OUT -> answers.of(ErrorCode.SOLD_OUT, null, locale);
            case BUSY -> answers.of(ErrorCode.SYSTEM_BUSY, null, locale);
        };
    }
}
