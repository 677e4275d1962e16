package io.seckill.api.limit;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Turns away an address that calls too often, before anything is spent on finding out who it is. */
final class AddressFilter extends OncePerRequestFilter {

    private final Limits limits;
    private final ClientAddresses addresses;

    AddressFilter(Limits limits, ClientAddresses addresses) {
        this.limits = limits;
        this.addresses = addresses;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        limits.call(addresses.of(request));
        chain.doFilter(request, response);
    }
}
