package io.seckill.admin.letter;

import io.seckill.service.letter.LetterState;
import io.seckill.service.letter.LetterView;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter.
 *
 * @param id its message, by which it is settled; the order's id if it is one
 * @param number its place among all, for {@code before}
 * @param queue the key of its queue
 * @param state what has become of it
 * @param reason why it was buried, in English
 * @param deliveries how often it was taken
 * @param failures how often handling it failed
 * @param enqueuedAt when it was pushed; {@code null} if it does not say
 * @param buriedAt when it was buried
 * @param since when it came into its state
 * @param payload the message, or the beginning of a long one
 * @param payloadEncoding {@code text}, or {@code base64} if it is no text
 * @param payloadBytes how long all of it is
 */
record LetterJson(
        String id,
        String number,
        String queue,
        LetterState state,
        String reason,
        int deliveries,
        int failures,
        @Nullable Instant enqueuedAt,
        Instant buriedAt,
        Instant since,
        String payload,
        String payloadEncoding,
        int payloadBytes) {

    /** In a list no payload is longer. */
    static final int SHORT = 4096;

    static LetterJson of(LetterView letter, int most) {
        byte[] raw = letter.raw();
        byte[] shown = raw.length <= most ? raw : Arrays.copyOf(raw, most);
        String text = text(shown);
        return new LetterJson(
                letter.messageId(),
                Long.toString(letter.number()),
                letter.queue(),
                letter.state(),
                letter.reason(),
                letter.deliveries(),
                letter.failures(),
                letter.enqueuedAt(),
                letter.buriedAt(),
                letter.since(),
                text == null ? Base64.getEncoder().encodeToString(shown) : text,
                text == null ? "base64" : "text",
                raw.length);
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
