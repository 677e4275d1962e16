package io.seckill.api.web;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The body of a request to one of the {@link BodyPaths}, read before the call is made. A controller takes it as an
 * argument.
 *
 * @param bytes as they came; empty where there was none
 */
public record RequestBody(byte[] bytes) {

    private static final String ATTRIBUTE = RequestBody.class.getName();

    static RequestBody of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof byte[] bytes
                ? new RequestBody(bytes)
                : new RequestBody(new byte[0]);
    }

    static void keep(HttpServletRequest request, byte[] bytes) {
        request.setAttribute(ATTRIBUTE, bytes);
    }
}
