package io.seckill.api.identity;

import io.seckill.api.web.Parameters;
import jakarta.servlet.http.HttpServletRequest;

/** Believes the request. For development and load tests: anybody can be anybody. */
final class ParamIdentity implements Identity {

    private static final String PARAMETER = "userId";

    @Override
    public UserId of(HttpServletRequest request) {
        String text = Parameters.permit(request, PARAMETER);
        if (text == null) {
            throw Identity.refused("missing");
        }
        return Identity.user(text);
    }

    @Override
    public String challenge() {
        return "Parameter name=\"" + PARAMETER + "\"";
    }
}
