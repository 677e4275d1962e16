package io.seckill.api.identity;

import com.nimbusds.jwt.JWTClaimsSet;
import io.seckill.common.SeckillException;

/** Finds out whether a token may be believed. */
@FunctionalInterface
interface TokenVerifier {

    /**
     * Verifies a token: its signature, and what it must say of itself.
     *
     * @param token the token as it was sent
     * @return what it claims; it has an expiry
     * @throws SeckillException UNAUTHENTICATED with the reason, or SYSTEM_BUSY if the issuer's keys are out of reach
     */
    JWTClaimsSet verify(String token);
}
