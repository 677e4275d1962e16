package io.seckill.api.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What stands for a token that is remembered: half of its SHA-256. It is a fifth of a short token's size and the same for
 * a long one, and nobody who reads a dump of the heap can shop with it. To be taken for somebody else one would have to
 * find another text with the digest of a token that is remembered, one chance in 2<sup>128</sup> for each of them.
 *
 * @param high the first 64 bits
 * @param low the next 64 bits
 */
record TokenDigest(long high, long low) {

    static TokenDigest of(String token) {
        ByteBuffer digest = ByteBuffer.wrap(sha256().digest(token.getBytes(StandardCharsets.UTF_8)));
        return new TokenDigest(digest.getLong(), digest.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
