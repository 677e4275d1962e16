package io.seckill.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What JSON readers like to take for something else. */
class PaymentReportTest {

    private final JsonMapper json = JsonMapper.shared();

    @Test
    void a_report_is_read_and_what_else_it_says_is_not() {
        assertThat(read("{\"txnId\":\"t-1\",\"orderId\":\"42\",\"amount\":9.99,\"extra\":{\"orderId\":7}}"))
                .isEqualTo(new PaymentReport("t-1", 42));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "1.9",
                "1e3",
                "true",
                "null",
                "[\"7\"]",
                "{\"a\":\"7\"}",
                "\"\"",
                "\" 7 \"",
                "\"007\"",
                "\"+7\"",
                "\"-7\"",
                "\"0\"",
                "\"0x10\"",
                "\"１\"",
                "\"7\\u0000\"",
                "\"7\\n\"",
                "\"9223372036854775808\""
            })
    void an_order_id_is_text_in_its_one_form(String orderId) {
        assertRefused("{\"txnId\":\"t-1\",\"orderId\":" + orderId + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "[]",
                "7",
                "\"text\"",
                "null",
                "{}",
                "{",
                "{\"txnId\":\"t-1\"}",
                "{\"orderId\":\"7\"}",
                "{\"txnId\":\"t-1\",\"orderId\":\"7\",\"orderId\":\"8\"}",
                "{\"txnId\":\"t-1\",\"txnId\":\"t-2\",\"orderId\":\"7\"}",
                "{\"txnId\":\"a\\nb\",\"orderId\":\"7\"}",
                "{\"txnId\":\"\",\"orderId\":\"7\"}",
                "{\"txnId\":7,\"orderId\":\"7\"}",
                "{'txnId':'t-1','orderId':'7'}",
                "{\"txnId\":\"t-1\",\"orderId\":\"7\",}",
                "{\"txnId\":\"t-1\",\"orderId\":\"7\"}{}",
                "{\"txnId\":\"t-1\",\"orderId\":\"7\"} x"
            })
    void what_is_no_report_is_refused(String body) {
        assertRefused(body);
    }

    @Test
    void a_deep_one_is_refused_and_overflows_nothing() {
        assertRefused("[".repeat(4000));
        assertRefused("{\"a\":".repeat(800));
    }

    private PaymentReport read(String body) {
        return PaymentReport.read(body.getBytes(StandardCharsets.UTF_8), json);
    }

    private void assertRefused(String body) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOfSatisfying(
                        SeckillException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
}
