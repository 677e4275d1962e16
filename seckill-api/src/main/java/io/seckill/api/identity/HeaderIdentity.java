package io.seckill.api.identity;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Believes a gateway that knows the shared secret. */
final class HeaderIdentity implements Identity {

    private static final int SHORTEST_SECRET = 16;

    private final String userHeader;
    private final String secretHeader;
    private final byte[] secret;

    HeaderIdentity(IdentityProperties.Header settings) {
        String text = settings.secret();
        if (text == null || text.length() < SHORTEST_SECRET) {
            throw new MisconfiguredIdentityException(
                    "seckill.identity.mode is 'header', and seckill.identity.header.secret is missing or shorter than "
                            + SHORTEST_SECRET + " characters.",
                    "Set seckill.identity.header.secret to the secret that the gateway sends in the header "
                            + settings.secretHeader() + ".");
        }
        this.userHeader = settings.user();
        this.secretHeader = settings.secretHeader();
        this.secret = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public UserId of(HttpServletRequest request) {
        String proof = Identity.onlyHeader(request, secretHeader);
        String user = Identity.onlyHeader(request, userHeader);
        if (proof == null || user == null) {
            throw Identity.refused("missing");
        }
        // Tomcat reads headers as ISO 8859-1, one char a byte: back to the bytes that were sent.
        if (!MessageDigest.isEqual(proof.getBytes(StandardCharsets.ISO_8859_1), secret)) {
            throw Identity.refused("untrusted");
        }
        return Identity.user(user);
    }

    @Override
    public String challenge() {
        return "Gateway";
    }
}
