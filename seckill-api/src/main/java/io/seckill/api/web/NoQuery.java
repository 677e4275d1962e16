package io.seckill.api.web;

import jakarta.servlet.http.HttpServletRequest;

/** Stands for the absence of parameters: an argument of this type refuses any. */
public record NoQuery() {

    static NoQuery read(HttpServletRequest request) {
        Parameters.of(request);
        return new NoQuery();
    }
}
