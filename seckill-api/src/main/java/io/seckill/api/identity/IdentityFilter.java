package io.seckill.api.identity;

import io.seckill.common.ErrorCode;
import io.seckill.common.SeckillException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets nobody onto the order path who has not proved who they are. A filter of its own, since the whole security chain
 * of Spring costs a third of a request here.
 */
final class IdentityFilter extends OncePerRequestFilter {

    private final Identity identity;

    IdentityFilter(Identity identity) {
        this.identity = identity;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            request.setAttribute(UserId.ATTRIBUTE, identity.of(request));
        } catch (SeckillException refusal) {
            if (refusal.code() == ErrorCode.UNAUTHENTICATED) {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, identity.challenge());
            }
            throw refusal;
        }
        chain.doFilter(request, response);
    }
}
