package io.seckill.queue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * How a message lies in the list: {@code version|id|enqueuedAt|body}, UTF-8. The id is 1 to 64 of
 * {@code A-Z a-z 0-9 _ . : -}; enqueuedAt is 1 to 18 decimal digits, epoch milliseconds by the clock of Redis; the body
 * is everything after the third bar, bars included. Published for scripts that push by themselves.
 */
public final class WireFormat {

    /** The only version there is. */
    public static final String VERSION = "1";

    private static final int MAX_ID = 64;
    private static final int MAX_DIGITS = 18;
    private static final byte BAR = '|';

    private WireFormat() {}

    /** A message that was read, or one that could not be. */
    public sealed interface Parsed {

        /** {@return the message's id; of an unparsable head the SHA-1 of the raw bytes in hex} */
        String id();
    }

    /**
     * A readable message.
     *
     * @param id the pusher's id
     * @param enqueuedAt epoch milliseconds
     * @param body what follows the third bar
     */
    public record Message(String id, long enqueuedAt, String body) implements Parsed {}

    /**
     * A message nobody can read.
     *
     * @param id the pusher's id if at least the head is readable, else the SHA-1 of the raw bytes in hex
     * @param reason what is wrong with it
     */
    public record Unreadable(String id, String reason) implements Parsed {}

    /**
     * Writes a message.
     *
     * @param id its id
     * @param enqueuedAt epoch milliseconds, at least 0
     * @param body anything
     * @return the message as it lies in the list
     * @throws IllegalArgumentException if the id has another form or the time is negative
     */
    public static String encode(String id, long enqueuedAt, String body) {
        requireId(id);
        if (enqueuedAt < 0 || Long.toString(enqueuedAt).length() > MAX_DIGITS) {
            throw new IllegalArgumentException("enqueuedAt out of range: " + enqueuedAt);
        }
        return VERSION + '|' + id + '|' + enqueuedAt + '|' + body;
    }

    /**
     * Reads a message.
     *
     * @param raw its bytes
     * @return the message, or why it is none
     */
    public static Parsed parse(byte[] raw) {
        int afterVersion = VERSION.length();
        if (raw.length <= afterVersion || raw[0] != VERSION.charAt(0) || raw[afterVersion] != BAR) {
            return unreadable(raw, raw.length == 0 ? "empty message" : "not of version " + VERSION);
        }
        int idEnd = endOf(raw, afterVersion + 1, MAX_ID, true);
        int timeEnd = idEnd < 0 ? -1 : endOf(raw, idEnd + 1, MAX_DIGITS, false);
        if (timeEnd < 0) {
            return unreadable(raw, "no id and time in the head");
        }
        String id = ascii(raw, afterVersion + 1, idEnd);
        long enqueuedAt = number(raw, idEnd + 1, timeEnd);
        try {
            return new Message(id, enqueuedAt, body(raw, timeEnd + 1));
        } catch (CharacterCodingException e) {
            return new Unreadable(id, "body is not UTF-8");
        }
    }

    /** When a message with this beginning was pushed, if it says so. */
    static OptionalLong enqueuedAt(byte[] head) {
        int afterVersion = VERSION.length();
        if (head.length <= afterVersion || head[0] != VERSION.charAt(0) || head[afterVersion] != BAR) {
            return OptionalLong.empty();
        }
        int idEnd = endOf(head, afterVersion + 1, MAX_ID, true);
        int timeEnd = idEnd < 0 ? -1 : endOf(head, idEnd + 1, MAX_DIGITS, false);
        return timeEnd < 0 ? OptionalLong.empty() : OptionalLong.of(number(head, idEnd + 1, timeEnd));
    }

    static void requireId(String id) {
        byte[] bytes = (id + '|').getBytes(StandardCharsets.UTF_8);
        if (endOf(bytes, 0, MAX_ID, true) != bytes.length - 1) {
            throw new IllegalArgumentException("a message id is 1 to 64 of A-Z a-z 0-9 _ . : -, not: " + id);
        }
    }

    /** Where the bar after a field is, or -1 if the field is empty, too long or holds another character. */
    private static int endOf(byte[] raw, int from, int most, boolean letters) {
        for (int i = from; i < raw.length && i - from <= most; i++) {
            byte b = raw[i];
            if (b == BAR) {
                return i == from ? -1 : i;
            }
            boolean digit = b >= '0' && b <= '9';
            if (!digit && !(letters && isIdLetter(b))) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isIdLetter(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b == '.' || b == ':' || b == '-';
    }

    /** Of bytes that are known to be ASCII: as Latin-1 they need not be looked at again. */
    private static String ascii(byte[] raw, int from, int to) {
        return new String(raw, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Of bytes that are known to be digits, few enough to fit. */
    private static long number(byte[] raw, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + raw[i] - '0';
        }
        return number;
    }

    private static String body(byte[] raw, int from) throws CharacterCodingException {
        for (int i = from; i < raw.length; i++) {
            if (raw[i] < 0) {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(raw, from, raw.length - from))
                        .toString();
            }
        }
        return ascii(raw, from, raw.length);
    }

    private static Unreadable unreadable(byte[] raw, String reason) {
        try {
            String sha1 =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(raw));
            return new Unreadable(sha1, reason);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
