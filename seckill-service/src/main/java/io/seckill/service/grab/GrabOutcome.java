package io.seckill.service.grab;

/**
 * What {@code grab.lua} decided about one request.
 *
 * @param code the decision
 * @param detail what the script says besides; its header tells what for which code
 */
record GrabOutcome(Code code, String detail) {

    /** The script's codes, in its own order: the ordinal is the number it returns. */
    enum Code {
        ACCEPTED,
        DUPLICATE,
        NOT_STARTED,
        ENDED,
        CLOSED,
        SOLD_OUT,
        GATED,
        NOT_WARM,
        OVER_LIMIT,
        BACKLOG_FULL,
        EXPIRED,
        CORRUPT,
        REGRAB_LIMIT;

        private static final Code[] BY_NUMBER = values();

        static Code of(long number) {
            if (number < 0 || number >= BY_NUMBER.length) {
                throw new IllegalStateException("grab.lua returned " + number + ", a code that does not exist");
            }
            return BY_NUMBER[(int) number];
        }
    }
}
