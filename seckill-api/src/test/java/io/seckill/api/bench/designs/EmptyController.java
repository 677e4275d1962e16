package io.seckill.api.bench.designs;

import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.api.web.Answers;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import java.util.Locale;
import org.springframework.context.annotation.Profile;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The measure of all others: the same identity, the same limits, the same checked parameters, and then nothing. */
@Profile("bench")
@RestController
class EmptyController {

    private final Answers answers;

    EmptyController(Answers answers) {
        this.answers = answers;
    }

    @PostMapping("/seckill/order/bench/empty")
    @RateLimit("order")
    public ResponseEntity<Result<?>> empty(UserId user, DesignCall call, Locale locale) {
        return answers.of(ErrorCode.OK, null, locale);
    }
}
