package io.seckill.service.activity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * An activity as MySQL holds it.
 *
 * @param id its id
 * @param name for people
 * @param totalStock units it owns
 * @param stock units that no live order holds
 * @param reserved units held back from warm-up
 * @param perOrderLimit most units one order may take
 * @param startTime first instant of the sale
 * @param endTime first instant after the sale
 * @param state where it is in its life
 * @param epoch raised whenever the sale is opened or opened again
 * @param maxSeq highest accept number stored
 */
public record Activity(
        long id,
        String name,
        long totalStock,
        long stock,
        long reserved,
        int perOrderLimit,
        Instant startTime,
        Instant endTime,
        ActivityState state,
        long epoch,
        long maxSeq) {

    private static final int DIGITS = 16;

    /**
     * Names what an edit would replace, so that whoever edits can say what they have seen. The stock of a draft is part of
     * it; that of a sale in Redis is the ledger's, and changes without an edit.
     *
     * @return {@value #DIGITS} hexadecimal digits, other ones if anything of it is another
     */
    public String version() {
        String units = state == ActivityState.DRAFT ? totalStock + "/" + reserved : "";
        String all = String.join(
                "|",
                state.name(),
                units,
                Integer.toString(perOrderLimit),
                startTime.toString(),
                endTime.toString(),
                name);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
