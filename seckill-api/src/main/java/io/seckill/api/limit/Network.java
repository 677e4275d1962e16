package io.seckill.api.limit;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network of addresses.
 *
 * @param base its first address
 * @param bits how many leading bits its addresses have in common
 */
record Network(InetAddress base, int bits) {

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

    /**
     * Reads a network.
     *
     * @param text an address, or one with the length of its prefix, such as {@code 10.0.0.0/8}
     * @return the network
     * @throws IllegalArgumentException if it is none
     */
    static Network parse(String text) {
        String[] parts = text.strip().split("/", 2);
        InetAddress base = address(parts[0])
                .orElseThrow(() -> new IllegalArgumentException(
                        "seckill.rate-limit.trusted-proxies: '" + text + "' is no address and no network"));
        int most = base.getAddress().length * Byte.SIZE;
        if (parts.length == 1) {
            return new Network(base, most);
        }
        int bits = PREFIX.matcher(parts[1]).matches() ? Integer.parseInt(parts[1]) : -1;
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException("seckill.rate-limit.trusted-proxies: '" + text
                    + "' has no prefix length from 0 to " + most + " behind its slash");
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
        String plain = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        boolean six = plain.indexOf(':') >= 0 && IPV6.matcher(plain).matches();
        if (!six && !IPV4.matcher(plain).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(plain));
        } catch (UnknownHostException e) {
            return Optional.empty();
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
