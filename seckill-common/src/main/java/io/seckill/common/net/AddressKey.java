package io.seckill.common.net;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/** What the calls of an address are counted by. */
public final class AddressKey {

    private static final int IPV4_BYTES = 4;

    private AddressKey() {}

    /**
     * All of an IPv4 address; the first 64 bits of an IPv6 one, since those behind them are for its holder to choose.
     *
     * @param address the address
     * @return its key
     */
    public static long of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == IPV4_BYTES ? bytes.getInt() & 0xFFFF_FFFFL : bytes.getLong();
    }
}
