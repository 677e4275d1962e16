package io.seckill.admin.activity;

import io.seckill.admin.web.Answers;
import io.seckill.admin.web.RequestId;
import io.seckill.admin.web.Texts;
import io.seckill.common.Result;
import io.seckill.service.activity.ActivityState;
import io.seckill.service.ending.SaleCloser;
import io.seckill.service.stock.StockChange;
import io.seckill.service.stock.StockChangeService;
import java.security.Principal;
import java.util.Locale;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What can be done to a sale that is on, for programs. */
@RestController
@RequestMapping("/admin/api/activities/{id}")
class OpenSaleEndpoint {

    private final StockChangeService changes;
    private final SaleCloser closer;
    private final Answers answers;
    private final Texts texts;

    OpenSaleEndpoint(StockChangeService changes, SaleCloser closer, Answers answers, Texts texts) {
        this.changes = changes;
        this.closer = closer;
        this.answers = answers;
        this.texts = texts;
    }

    /** Adds units or takes unsold ones away. Not to be repeated after PENDING: a worker finishes it. */
    @PostMapping("/stock")
    ResponseEntity<Result<StockJson>> stock(
            @PathVariable String id, @RequestBody StockBody body, Principal operator, Locale locale) {
        long activityId = RequestId.read("id", id);
        StockChange outcome = changes.change(activityId, body.requiredUnits(), body.source(), operator.getName());
        return answers.ok(json(activityId, body, outcome), StockOutcome.text(outcome, texts, locale));
    }

    private static StockJson json(long activityId, StockBody body, StockChange outcome) {
        String id = Long.toString(activityId);
        if (outcome instanceof StockChange.Applied applied) {
            return new StockJson(id, applied.ledgerNo(), applied.units(), "SETTLED");
        }
        if (outcome instanceof StockChange.Pending pending) {
            return new StockJson(id, pending.ledgerNo(), body.requiredUnits(), "PENDING");
        }
        throw StockOutcome.belowSold((StockChange.BelowSold) outcome);
    }

    /** Ends the sale for good; what was accepted is still stored, paid, cancelled and returned. */
    @PostMapping("/close")
    ResponseEntity<Result<ClosedJson>> close(@PathVariable String id, Principal operator, Locale locale) {
        long activityId = RequestId.read("id", id);
        closer.close(activityId, operator.getName());
        return answers.ok(
                new ClosedJson(Long.toString(activityId), ActivityState.CLOSED), texts.text("close.done", locale));
    }
}
