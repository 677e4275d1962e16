package io.seckill.common;

/**
 * Every code an answer can carry, with the HTTP status it travels under. The names are part of the HTTP contract: they
 * are added to, never renamed. The text for people lives in the message bundles under {@code error.<NAME>}.
 */
public enum ErrorCode {
    /** Done as asked; an order that was accepted and waits to be stored travels under 202. */
    OK(200),
    /** The order was sent to Redis and no answer came: ask the status call. */
    CONFIRMING(202),
    /** A parameter is not in its one canonical form or out of range; the message names it. */
    INVALID_ARGUMENT(400),
    /** No identity, or one that cannot be trusted. */
    UNAUTHENTICATED(401),
    /** The identity is known and may not do this. */
    FORBIDDEN(403),
    /** No activity has this id. */
    ACTIVITY_NOT_FOUND(404),
    /** No order of this user has this id. */
    ORDER_NOT_FOUND(404),
    /** Nothing lives at this address. */
    NOT_FOUND(404),
    /** The address exists, the method does not. */
    METHOD_NOT_ALLOWED(405),
    /** This user has a live order of this activity already. */
    DUPLICATE_ORDER(409),
    /** The sale has not begun, or its stock is not warmed up yet. */
    NOT_STARTED(409),
    /** The sale is over or was closed. */
    ENDED(409),
    /** Not enough units are left. */
    SOLD_OUT(409),
    /** This user has had orders of this activity cancelled too often to buy again. */
    REGRAB_LIMIT(409),
    /** The sale is gated until its numbers are known to be right. */
    NOT_OPEN(409),
    /** The thing is not in a state in which this can be done to it. */
    INVALID_STATE(409),
    /** The stock of this activity is in Redis already; nothing was changed. */
    ALREADY_WARM(409),
    /** The activity has no stock configured, so there is nothing to warm up. */
    STOCK_NOT_CONFIGURED(409),
    /** The request is larger than it may be. */
    PAYLOAD_TOO_LARGE(413),
    /** The body is of a type nobody reads here. */
    UNSUPPORTED_MEDIA_TYPE(415),
    /** This caller asks too often. */
    RATE_LIMITED(429),
    /** A fault of ours; the log has the details, the answer never does. */
    INTERNAL_ERROR(500),
    /** Definitely not placed; worth another try after {@code Retry-After}. */
    SYSTEM_BUSY(503);

    private final int httpStatus;

    ErrorCode(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    /** {@return the HTTP status this code travels under} */
    public int httpStatus() {
        return httpStatus;
    }
}
