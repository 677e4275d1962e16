package io.seckill.api.limit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/** Turns away an address that calls too often, before anything is spent on finding out who it is. */
final class AddressFilter extends OncePerRequestFilter {

    private final Limits limits;
    private final ClientAddresses addresses;
    private final Set<String> free;

    /**
     * @param limits the limits
     * @param addresses tells where a request comes from
     * @param free paths that are not limited
     */
    AddressFilter(Limits limits, ClientAddresses addresses, Set<String> free) {
        this.limits = limits;
        this.addresses = addresses;
        this.free = free;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return free.contains(request.getRequestURI());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        limits.call(addresses.of(request));
        chain.doFilter(request, response);
    }
}
