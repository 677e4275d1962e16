package io.seckill.admin.letter;

import io.seckill.admin.web.ConsoleZone;
import io.seckill.service.letter.LetterState;
import io.seckill.service.letter.LetterView;
import io.seckill.service.order.AcceptedOrder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as the pages show it.
 *
 * @param id its message, by which it is settled; the order's id if it is one
 * @param number its place among all
 * @param activityId the activity of its queue; {@code null} if the key names none
 * @param userId the buyer; {@code null} if the message cannot be read
 * @param quantity units; {@code null} if the message cannot be read
 * @param state what has become of it
 * @param reason why it was buried, in English
 * @param deliveries how often it was taken
 * @param failures how often handling it failed
 * @param enqueued local time at which it was pushed; {@code null} if it does not say
 * @param buried local time at which it was buried
 * @param since local time at which it came into its state
 * @param payload the message, or the beginning of a long one
 * @param encoding {@code text} or {@code base64}
 * @param bytes how long all of it is
 */
record LetterRow(
        String id,
        String number,
        @Nullable String activityId,
        @Nullable String userId,
        @Nullable Integer quantity,
        LetterState state,
        String reason,
        int deliveries,
        int failures,
        @Nullable String enqueued,
        String buried,
        String since,
        String payload,
        String encoding,
        int bytes) {

    private static final Pattern TAG = Pattern.compile("\\{([1-9][0-9]{0,18})}");

    static LetterRow of(LetterView letter, int most, ConsoleZone zone) {
        LetterJson json = LetterJson.of(letter, most);
        AcceptedOrder order = AcceptedOrder.read(letter.queue(), letter.raw()).orElse(null);
        return new LetterRow(
                letter.messageId(),
                json.number(),
                activity(letter.queue()),
                order == null ? null : Long.toString(order.userId()),
                order == null ? null : order.quantity(),
                letter.state(),
                letter.reason(),
                letter.deliveries(),
                letter.failures(),
                letter.enqueuedAt() == null ? null : zone.local(letter.enqueuedAt()),
                zone.local(letter.buriedAt()),
                zone.local(letter.since()),
                json.payload(),
                json.payloadEncoding(),
                json.payloadBytes());
    }

    private static @Nullable String activity(String queue) {
        Matcher tag = TAG.matcher(queue);
        return tag.find() ? tag.group(1) : null;
    }

    /** {@return whether an operator has to settle it, or may try again} */
    public boolean open() {
        return state == LetterState.OPEN || state == LetterState.REPLAYING;
    }

    /** {@return how its state is coloured} */
    public String tone() {
        return switch (state) {
            case OPEN -> "bad";
            case REPLAYING -> "warn";
            case REPLAYED -> "good";
            case VOIDED -> "plain";
        };
    }
}
