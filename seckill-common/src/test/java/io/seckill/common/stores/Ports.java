package io.seckill.common.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that are ended and started again. Not those that the system gives to clients (Linux: from 32,768 on):
 * while a server is down, a connection of anybody's could have its port. Above each is room for the bus of a Redis cluster,
 * which listens 10,000 higher.
 */
public final class Ports {

    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;
    private static final int TRIES = 1_000;

    private Ports() {}

    /**
     * {@return a port of the loopback interface that was free a moment ago}
     *
     * @throws IllegalStateException if none can be found
     */
    public static int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Another one.
            }
        }
        throw new IllegalStateException("no port from " + FIRST + " to " + LAST + " can be had");
    }
}
