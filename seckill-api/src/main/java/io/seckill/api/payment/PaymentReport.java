package io.seckill.api.payment;

import io.seckill.common.CanonicalId;
import io.seckill.common.SeckillException;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the provider reports: {@code {"txnId":"…","orderId":"…"}}. Whatever else it says is the shop's affair.
 *
 * @param txnId the provider's number of the transaction
 * @param orderId the order it pays for
 */
record PaymentReport(String txnId, long orderId) {

    private static final Pattern TXN_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    /**
     * Reads a report.
     *
     * @param body the body, its signature checked
     * @param json reads JSON
     * @return the report
     * @throws SeckillException INVALID_ARGUMENT naming what is not right
     */
    static PaymentReport read(byte[] body, JsonMapper json) {
        JsonNode root;
        try {
            root = json.reader(
                            DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY,
                            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(body);
        } catch (JacksonException e) {
            throw SeckillException.invalid("body", "unreadable");
        }
        String txnId = text(root, "txnId");
        if (!TXN_ID.matcher(txnId).matches()) {
            throw SeckillException.invalid("txnId", "not_plain");
        }
        long orderId = CanonicalId.parse(text(root, "orderId"))
                .orElseThrow(() -> SeckillException.invalid("orderId", "not_an_id"));
        return new PaymentReport(txnId, orderId);
    }

    private static String text(JsonNode root, String field) {
        JsonNode value = root == null ? null : root.get(field);
        if (value == null || !value.isString()) {
            throw SeckillException.invalid(field, "missing");
        }
        return value.stringValue();
    }
}
