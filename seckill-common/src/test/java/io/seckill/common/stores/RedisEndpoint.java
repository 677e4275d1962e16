package io.seckill.common.stores;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A Redis to connect to.
 *
 * @param host where it listens
 * @param port and the port
 * @param user an ACL user, or {@code null} for the default one
 * @param password or {@code null} if it asks for none
 */
record RedisEndpoint(
        String host,
        int port,
        @Nullable String user,
        @Nullable String password) {

    private static final int USUAL_PORT = 6379;

    static RedisEndpoint parse(String url) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw malformed(url, e);
        }
        boolean plainPath = uri.getPath() == null || uri.getPath().matches("/?0?");
        if (!"redis".equals(uri.getScheme()) || uri.getHost() == null || !plainPath) {
            throw malformed(url, null);
        }
        String login = uri.getUserInfo();
        int colon = login == null ? -1 : login.indexOf(':');
        String user = login == null || colon < 1 ? null : login.substring(0, colon);
        String password = login == null ? null : login.substring(colon + 1);
        return new RedisEndpoint(uri.getHost(), uri.getPort() < 0 ? USUAL_PORT : uri.getPort(), user, password);
    }

    private static StoreException malformed(String url, @Nullable Throwable cause) {
        return new StoreException(
                "SECKILL_TEST_REDIS_URL must look like redis://[[user:]password@]host[:port] (no database number: a"
                        + " cluster has only 0), not " + url.replaceFirst("//.*@", "//***@"),
                cause);
    }
}
