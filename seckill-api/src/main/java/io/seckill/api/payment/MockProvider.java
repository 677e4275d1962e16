package io.seckill.api.payment;

import io.seckill.api.web.PathId;
import io.seckill.service.order.PaymentResult;
import io.seckill.service.order.PaymentService;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.springframework.context.annotation.Profile;
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

    private final PaymentService payments;

    MockProvider(PaymentService payments) {
        this.payments = payments;
    }

    @GetMapping
    ResponseEntity<String> page(@PathId("orderId") long orderId) {
        return html("""
                <p>订单 Order %d</p>
                <form method="post"><button>支付 Pay</button></form>
                """.formatted(orderId));
    }

    @PostMapping
    ResponseEntity<String> pay(@PathId("orderId") long orderId) {
        PaymentResult result = payments.record("mock-" + UUID.randomUUID(), orderId);
        return html("<p>订单 Order %d: %s</p>".formatted(orderId, result));
    }

    private static ResponseEntity<String> html(String body) {
        return ResponseEntity.ok().contentType(HTML).body("""
                <!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>Mock payment provider</title>
                <body><h1>模拟支付 Mock payment provider</h1>%s</body></html>
                """.formatted(body));
    }
}
