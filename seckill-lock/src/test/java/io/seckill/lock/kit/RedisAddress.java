package io.seckill.lock.kit;

import io.lettuce.core.RedisURI;

/**
 * Where a Redis is.
 *
 * @param host its name or address
 * @param port its port
 * @param password what it wants to hear, empty for nothing
 */
public record RedisAddress(String host, int port, String password) {

    /** {@return the address for a client of Lettuce's own} */
    public RedisURI uri() {
        RedisURI.Builder uri = RedisURI.builder().withHost(host).withPort(port);
        return password.isEmpty()
                ? uri.build()
                : uri.withPassword(password.toCharArray()).build();
    }
}
