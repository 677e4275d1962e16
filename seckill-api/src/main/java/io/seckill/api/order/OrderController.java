package io.seckill.api.order;

import io.seckill.api.identity.UserId;
import io.seckill.api.limit.RateLimit;
import io.seckill.api.token.EntryGuard;
import io.seckill.api.token.ShownToken;
import io.seckill.api.web.Answers;
import io.seckill.api.web.ApiCall;
import io.seckill.api.web.NoQuery;
import io.seckill.api.web.PathId;
import io.seckill.common.ErrorCode;
import io.seckill.common.Result;
import io.seckill.common.SeckillException;
import io.seckill.service.grab.GrabResult;
import io.seckill.service.grab.GrabService;
import io.seckill.service.order.CancelResult;
import io.seckill.service.order.CancellationService;
import io.seckill.service.order.OrderStatusService;
import io.seckill.service.order.OrderView;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The calls about orders. */
@RestController
@RequestMapping("/seckill/order")
class OrderController {

    private static final Logger log = LoggerFactory.getLogger(OrderController.class);

    /** How much longer than asked for an answer may take before the container gives the request up. */
    private static final long GRACE_MS = 5_000;

    private final EntryGuard guard;
    private final GrabService grabs;
    private final GrabAnswers grabAnswers;
    private final OrderStatusService orders;
    private final CancellationService cancellations;
    private final StatusWaiters waiters;
    private final Answers answers;

    OrderController(
            EntryGuard guard,
            GrabService grabs,
            GrabAnswers grabAnswers,
            OrderStatusService orders,
            CancellationService cancellations,
            StatusWaiters waiters,
            Answers answers) {
        this.guard = guard;
        this.grabs = grabs;
        this.grabAnswers = grabAnswers;
        this.orders = orders;
        this.cancellations = cancellations;
        this.waiters = waiters;
        this.answers = answers;
    }

    /** Asks for units of an activity. */
    @PostMapping
    @RateLimit("order")
    @ApiCall(
            value = "Asks for units of an activity",
            details = "202 OK: accepted and queued. DUPLICATE_ORDER carries the buyer's live order and is no failure.",
            data = OrderAnswer.class,
            okStatus = 202,
            answers = {
                ErrorCode.CONFIRMING,
                ErrorCode.ACTIVITY_NOT_FOUND,
                ErrorCode.DUPLICATE_ORDER,
                ErrorCode.NOT_STARTED,
                ErrorCode.ENDED,
                ErrorCode.SOLD_OUT,
                ErrorCode.REGRAB_LIMIT,
                ErrorCode.NOT_OPEN
            },
            headers = "X-Seckill-Token")
    public ResponseEntity<Result<?>> place(UserId user, OrderQuery query, ShownToken token, Locale locale) {
        EntryGuard.Pass pass = guard.admit(query.activityId(), user.value(), token);
        if (pass.wasUsed()) {
            return again(user, query, locale);
        }
        GrabResult result = grabs.grab(query.of(user));
        if (!(result instanceof GrabResult.Accepted || result instanceof GrabResult.Confirming)) {
            pass.giveBack();
        }
        log.debug(
                "[entry] order: activity {}, user {}, quantity {}: {}",
                query.activityId(),
                user.value(),
                query.quantity(),
                result);
        return grabAnswers.of(query, result, locale);
    }

    /** The second call with one token: a buyer who did not hear of the order, or a script. */
    private ResponseEntity<Result<?>> again(UserId user, OrderQuery query, Locale locale) {
        OrderView order = orders.find(query.activityId(), user.value(), null)
                .filter(found -> found.status().isLive())
                .orElseThrow(EntryGuard::usedBefore);
        return grabAnswers.of(query, new GrabResult.Duplicate(order), locale);
    }

    /** Asks what became of this user's order of an activity. */
    @GetMapping("/status")
    @RateLimit("status")
    @ApiCall(
            value = "What became of the buyer's order of an activity",
            details =
                    "Status: QUEUED, then PENDING_PAYMENT, then PAID or CANCELLED (with closeReason); PROCESSING while an"
                            + " operator has to settle it; CONFIRMING and, once it is provably nowhere, NOT_PLACED.",
            data = OrderAnswer.class,
            answers = ErrorCode.ORDER_NOT_FOUND)
    public DeferredResult<ResponseEntity<Result<?>>> status(UserId user, StatusQuery query, Locale locale) {
        log.debug("[entry] status: activity {}, user {}, wait {} ms", query.activityId(), user.value(), query.waitMs());
        DeferredResult<ResponseEntity<Result<?>>> answer = new DeferredResult<>(query.waitMs() + GRACE_MS);
        if (query.waitMs() == 0) {
            answer.setResult(now(user, query, locale));
            return answer;
        }
        CompletableFuture<Optional<OrderView>> outcome = waiters.await(query, user.value());
        answer.onCompletion(() -> outcome.cancel(false));
        outcome.whenComplete((order, failure) -> {
            if (failure != null) {
                answer.setErrorResult(failure);
            } else {
                answer.setResult(found(order, locale));
            }
        });
        return answer;
    }

    /** The same for who does not wait, without a container's second round through its filters. */
    @RateLimit("status")
    public ResponseEntity<Result<?>> statusNow(UserId user, StatusQuery query, Locale locale) {
        log.debug("[entry] status: activity {}, user {}", query.activityId(), user.value());
        return now(user, query, locale);
    }

    private ResponseEntity<Result<?>> now(UserId user, StatusQuery query, Locale locale) {
        return found(orders.find(query.activityId(), user.value(), query.orderId()), locale);
    }

    /** Asks what became of one order. */
    @GetMapping("/{orderId}")
    @RateLimit("status")
    @ApiCall(
            value = "What became of one order of the buyer's",
            data = OrderAnswer.class,
            answers = ErrorCode.ORDER_NOT_FOUND)
    public ResponseEntity<Result<?>> order(
            UserId user, @PathId("orderId") long orderId, NoQuery nothingElse, Locale locale) {
        log.debug("[entry] order {}: user {}", orderId, user.value());
        return found(orders.findById(orderId, user.value()), locale);
    }

    /** Cancels one order that waits for payment. */
    @PostMapping("/{orderId}/cancel")
    @RateLimit("status")
    @ApiCall(
            value = "Cancels an order of the buyer's that waits for payment",
            details = "INVALID_STATE carries the order as it is.",
            data = OrderAnswer.class,
            answers = {ErrorCode.ORDER_NOT_FOUND, ErrorCode.INVALID_STATE})
    public ResponseEntity<Result<?>> cancel(
            UserId user, @PathId("orderId") long orderId, NoQuery nothingElse, Locale locale) {
        CancelResult result = cancellations.cancel(orderId, user.value());
        log.debug("[entry] cancel order {}: user {}: {}", orderId, user.value(), result);
        if (result instanceof CancelResult.Cancelled cancelled) {
            return answers.of(ErrorCode.OK, OrderAnswer.of(cancelled.order()), locale);
        }
        if (result instanceof CancelResult.Refused refused) {
            return answers.of(ErrorCode.INVALID_STATE, OrderAnswer.of(refused.order()), locale);
        }
        return found(Optional.empty(), locale);
    }

    private ResponseEntity<Result<?>> found(Optional<OrderView> order, Locale locale) {
        return order.map(view -> answers.of(ErrorCode.OK, OrderAnswer.of(view), locale))
                .orElseGet(() -> answers.refusal(new SeckillException(ErrorCode.ORDER_NOT_FOUND, "order"), locale));
    }
}
