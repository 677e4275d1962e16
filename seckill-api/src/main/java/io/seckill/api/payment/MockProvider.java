package io.seckill.api.payment;

import io.seckill.api.storefront.StorefrontFiles;
import io.seckill.api.web.PathId;
import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import io.seckill.service.order.PaymentService;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** A payment provider to play with, in development only: a page with one button that pays an order. */
@RestController
@Profile("dev")
@RequestMapping("/dev/pay/{orderId}")
class MockProvider {

    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'";

    /** What the page says. */
    private enum Scene {
        PAYABLE(HttpStatus.OK, "待支付", "Waiting for payment"),
        PAID(HttpStatus.OK, "已支付", "Paid"),
        OVER(HttpStatus.OK, "订单已取消，无需支付", "Cancelled; there is nothing to pay"),
        REFUND(HttpStatus.OK, "订单已支付或已取消，这笔款项将退回", "Not due any more; it will be refunded"),
        UNKNOWN(HttpStatus.NOT_FOUND, "没有这个订单，或订单还没有生成", "There is no such order, or it is not stored yet"),
        BUSY(
                HttpStatus.SERVICE_UNAVAILABLE,
                "系统繁忙，没有得到结果，请稍后重新打开本页",
                "Busy, and no outcome; please open this page again in a moment");

        private final HttpStatus status;
        private final String chinese;
        private final String english;

        Scene(HttpStatus status, String chinese, String english) {
            this.status = status;
            this.chinese = chinese;
            this.english = english;
        }
    }

    private final PaymentService payments;
    private final ObjectProvider<StorefrontFiles> storefront;

    MockProvider(PaymentService payments, ObjectProvider<StorefrontFiles> storefront) {
        this.payments = payments;
        this.storefront = storefront;
    }

    @GetMapping
    ResponseEntity<String> page(@PathId("orderId") long orderId, HttpServletResponse response) {
        Scene scene = unlessBusy(() -> payments.standing(orderId)
                .map(standing -> switch (standing) {
                    case PENDING_PAYMENT -> Scene.PAYABLE;
                    case PAID -> Scene.PAID;
                    default -> Scene.OVER;
                })
                .orElse(Scene.UNKNOWN));
        return html(scene, orderId, response);
    }

    @PostMapping
    ResponseEntity<String> pay(@PathId("orderId") long orderId, HttpServletResponse response) {
        // One payment an order, so that a page that is loaded again does not pay again.
        Scene scene = unlessBusy(() -> switch (payments.record("mock-" + orderId, orderId)) {
            case APPLIED -> Scene.PAID;
            case REFUND_DUE -> Scene.REFUND;
            case UNKNOWN_ORDER, OTHER_ORDER -> Scene.UNKNOWN;
        });
        return html(scene, orderId, response);
    }

    /** A person reads it, so even that MySQL is away is said on a page. */
    private static Scene unlessBusy(Supplier<Scene> scene) {
        try {
            return scene.get();
        } catch (SeckillException e) {
            if (e.code() != ErrorCode.SYSTEM_BUSY) {
                throw e;
            }
            return Scene.BUSY;
        }
    }

    private ResponseEntity<String> html(Scene scene, long orderId, HttpServletResponse response) {
        response.setHeader("Content-Security-Policy", POLICY);
        StorefrontFiles files = storefront.getIfAvailable();
        String style = files == null
                ? ""
                : "<link rel=\"stylesheet\" href=\"%s\"><link rel=\"icon\" href=\"%s\">"
                        .formatted(files.address("style.css"), files.address("icon.svg"));
        String back = files == null ? "" : "<a href=\"/\">返回活动页 <span lang=\"en\">Back to the sale</span></a>";
        String form = scene == Scene.PAYABLE
                ? "<form method=\"post\"><button class=\"act\">支付 <span lang=\"en\">Pay</span></button></form>"
                : "";
        return ResponseEntity.status(scene.status).contentType(HTML).body("""
                <!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>模拟支付 Mock payment provider</title>%s</head>
                <body><main class="pay"><div class="card"><h1>模拟支付 <span lang="en">Mock payment</span></h1>
                <p class="times">订单 <span lang="en">Order</span> %d</p>
                <p class="headline" role="status">%s <span lang="en">%s</span></p>%s</div>%s</main></body></html>
                """.formatted(
                        style, orderId, scene.chinese, scene.english, form, back));
    }
}
