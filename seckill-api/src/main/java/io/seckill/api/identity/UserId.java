package io.seckill.api.identity;

/**
 * The buyer, as the identity of the request proved it. A controller on the order path takes it as an argument.
 *
 * @param value positive
 */
public record UserId(long value) {

    /** The request attribute that holds it. */
    static final String ATTRIBUTE = UserId.class.getName();
}
