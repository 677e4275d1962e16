package io.seckill.service.order;

import io.seckill.common.CanonicalId;
import io.seckill.queue.DeadLetter;
import io.seckill.queue.DeadLetterSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Dead letters in MySQL, each once by its message id, where an operator finds them. */
@Component
class DeadLetterTable implements DeadLetterSink {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterTable.class);
    private static final int REASON_LENGTH = 512;

    private final DeadLetterMapper letters;

    DeadLetterTable(DeadLetterMapper letters) {
        this.letters = letters;
    }

    @Override
    public void bury(DeadLetter letter) {
        String reason = letter.reason();
        Long orderId = CanonicalId.parse(letter.messageId()).isPresent() ? Long.valueOf(letter.messageId()) : null;
        letters.bury(letter, orderId, reason.length() > REASON_LENGTH ? reason.substring(0, REASON_LENGTH) : reason);
        log.error(
                "[consumer] message {} of {} is a dead letter now ({}); an operator has to settle it",
                letter.messageId(),
                letter.queue(),
                reason);
    }
}
