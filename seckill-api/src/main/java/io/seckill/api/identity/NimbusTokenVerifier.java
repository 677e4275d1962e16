package io.seckill.api.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.JWTParser;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.seckill.common.SeckillException;
import java.text.ParseException;
import org.jspecify.annotations.Nullable;

/**
 * Verifies by Nimbus, asked directly: Spring's decoder on top of it reads a token's header twice and copies its claims,
 * which together is a third of the work.
 *
 * @param processor checks the signature, with the key and the algorithm of ours
 * @param rules what a token with a good signature must fulfil besides
 */
record NimbusTokenVerifier(JWTProcessor<SecurityContext> processor, TokenRules rules) implements TokenVerifier {

    @Override
    public JWTClaimsSet verify(String token) {
        SignedJWT jwt = parse(token);
        JWTClaimsSet claims = process(jwt);
        String reason = rules.reasonAgainst(jwt.getHeader().getType(), claims);
        if (reason != null) {
            throw Identity.refused(reason);
        }
        return claims;
    }

    private static SignedJWT parse(String token) {
        try {
            return SignedJWT.parse(token);
        } catch (ParseException e) {
            throw Identity.refused(isTokenOfAnotherKind(token) ? "untrusted" : "malformed");
        }
    }

    /** One that nobody signed, or an encrypted one, is well written and not to be believed. */
    private static boolean isTokenOfAnotherKind(String token) {
        try {
            JWTParser.parse(token);
            return true;
        } catch (ParseException e) {
            return false;
        }
    }

    private JWTClaimsSet process(SignedJWT jwt) {
        @Nullable JWTClaimsSet claims;
        try {
            claims = processor.process(jwt, null);
        } catch (BadJOSEException e) {
            throw Identity.refused("untrusted");
        } catch (JOSEException e) {
            throw SeckillException.busy("the token's issuer cannot be asked for its keys", e);
        } catch (RuntimeException e) {
            // Whatever somebody writes into a token, it is the token that is at fault.
            throw Identity.refused("untrusted");
        }
        if (claims == null) {
            throw Identity.refused("untrusted");
        }
        return claims;
    }
}
