package io.seckill.common.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network of addresses.
 *
 * @param base its first address
 * @param bits how many leading bits its addresses have in common
 */
record Network(InetAddress base, int bits) {

    private static final int IPV4_BYTES = 4;
    private static final int IPV4_LONGEST = 15;
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

    /**
     * Reads a network.
     *
     * @param setting what to call the list it stands in
     * @param text an address, or one with the length of its prefix, such as {@code 10.0.0.0/8}
     * @return the network
     * @throws IllegalArgumentException if it is none
     */
    static Network parse(String setting, String text) {
        String[] parts = text.strip().split("/", 2);
        InetAddress base = address(parts[0])
                .orElseThrow(
                        () -> new IllegalArgumentException(setting + ": '" + text + "' is no address and no network"));
        int most = base.getAddress().length * Byte.SIZE;
        if (parts.length == 1) {
            return new Network(base, most);
        }
        int bits = PREFIX.matcher(parts[1]).matches() ? Integer.parseInt(parts[1]) : -1;
        if (bits == 0) {
            throw new IllegalArgumentException(
                    setting + ": '" + text + "' is everybody: anybody could say then where he comes from");
        }
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException(
                    setting + ": '" + text + "' has no prefix length from 1 to " + most + " behind its slash");
        }
        return new Network(base, bits);
    }

    /**
     * Reads an address without asking anybody for a name.
     *
     * @param text the address in figures; an IPv6 one may stand in brackets
     * @return the address, or empty if it is none
     */
    static Optional<InetAddress> address(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        int zone = bare.indexOf(':') < 0 ? -1 : bare.indexOf('%');
        // fe80::1%eth0: which of this machine's cables it came by is no part of an address.
        String plain = zone < 0 ? bare : bare.substring(0, zone);
        if (plain.indexOf(':') < 0) {
            byte[] four = ipv4(plain);
            return four == null ? Optional.empty() : Optional.of(of(four));
        }
        if (!IPV6.matcher(plain).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(plain));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** By hand, since this is done for every call: four numbers to 255, without leading zeros, between three dots. */
    private static byte @Nullable [] ipv4(String text) {
        byte[] bytes = new byte[IPV4_BYTES];
        int part = 0;
        int value = -1;
        for (int i = 0; i < text.length() && text.length() <= IPV4_LONGEST; i++) {
            char next = text.charAt(i);
            if (next == '.' && value >= 0 && part < IPV4_BYTES - 1) {
                bytes[part++] = (byte) value;
                value = -1;
            } else if (next >= '0' && next <= '9' && value != 0) {
                value = Math.max(value, 0) * 10 + next - '0';
            } else {
                return null;
            }
            if (value > 0xFF) {
                return null;
            }
        }
        if (part != IPV4_BYTES - 1 || value < 0) {
            return null;
        }
        bytes[part] = (byte) value;
        return bytes;
    }

    private static InetAddress of(byte[] four) {
        try {
            return InetAddress.getByAddress(four);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** {@return whether an address is one of this network's} */
    boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] theirs = address.getAddress();
        if (mine.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit += Byte.SIZE) {
            int compared = Math.min(Byte.SIZE, bits - bit);
            int mask = 0xFF << (Byte.SIZE - compared) & 0xFF;
            if ((mine[bit / Byte.SIZE] & mask) != (theirs[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }
}
