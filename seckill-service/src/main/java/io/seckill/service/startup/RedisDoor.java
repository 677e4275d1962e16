package io.seckill.service.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Whether Redis lets in whoever knocks. A Redis of that kind that others can reach belongs to them as much as to us: they
 * can sell, void and read every order.
 */
final class RedisDoor {

    private static final int PATIENCE_MILLIS = 2_000;

    private final LettuceConnectionFactory factory;

    RedisDoor(LettuceConnectionFactory factory) {
        this.factory = factory;
    }

    /**
     * Knocks without a password at every address that is not this machine's alone. Behind TLS, where a certificate may
     * be the key, and behind sentinels, which say only later where Redis is, it does not knock.
     *
     * @throws UnsafeRedisException if somebody answers
     */
    void check() {
        if (factory.isUseSsl()) {
            return;
        }
        for (RedisNode node : nodes()) {
            String host = node.getHost();
            Integer port = node.getPort();
            if (host != null && port != null && !isThisMachine(host) && letsAnybodyIn(host, port)) {
                throw new UnsafeRedisException(host + ":" + port);
            }
        }
    }

    private List<RedisNode> nodes() {
        RedisClusterConfiguration cluster = factory.getClusterConfiguration();
        if (cluster != null) {
            List<RedisNode> nodes = new ArrayList<>();
            cluster.getClusterNodes().forEach(nodes::add);
            return nodes;
        }
        boolean byAddress = factory.getSentinelConfiguration() == null && factory.getSocketConfiguration() == null;
        return byAddress ? List.of(new RedisNode(factory.getHostName(), factory.getPort())) : List.of();
    }

    private static boolean isThisMachine(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean letsAnybodyIn(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return "+PONG".equals(answer);
        } catch (IOException e) {
            return false;
        }
    }
}
