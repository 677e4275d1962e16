package io.seckill.api.identity;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The buyer, as the identity of the request proved it. A controller on the order path takes it as an argument.
 *
 * @param value positive
 */
public record UserId(long value) {

    /** The request attribute that holds it. */
    static final String ATTRIBUTE = UserId.class.getName();

    /**
     * The buyer of a request.
     *
     * @param request a request that has passed the identity filter
     * @return who it proved to come from
     * @throws IllegalStateException if the call is outside the paths of that filter
     */
    public static UserId proved(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof UserId user) {
            return user;
        }
        throw new IllegalStateException("a call that needs a user is outside the paths of the identity filter");
    }
}
