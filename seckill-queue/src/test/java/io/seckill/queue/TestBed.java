package io.seckill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.seckill.common.stores.Aof;
import io.seckill.common.stores.RedisKind;
import io.seckill.common.stores.RedisOptions;
import io.seckill.common.stores.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A registry and a queue of this test's own on a real Redis, with everything to fill and look at them. The shared Redis
 * serves all tests of the JVM; a test that hurts its Redis brings its own.
 */
final class TestBed implements AutoCloseable {

    /** Shared, because threads of their own would cost every test a second at its end. */
    private static final ClientResources RESOURCES = DefaultClientResources.create();

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** Of a command, where a test waits for one to be given up. */
    static final Duration SHORT_TIMEOUT = Duration.ofMillis(600);

    private static RedisServer shared;

    final String registry = "test:queues:" + UUID.randomUUID();
    final String queue = newQueueName();
    final LettuceConnectionFactory connections;
    final StringRedisTemplate redis;
    final RecordingSink sink = new RecordingSink();
    private final Map<String, Object> settings = new HashMap<>();
    private @Nullable QueueProperties properties;
    private @Nullable RedisListQueue orderQueue;
    private final List<AutoCloseable> open = new ArrayList<>();

    TestBed() {
        this(shared());
    }

    TestBed(RedisServer server) {
        this(server.host(), server.port(), server.password());
    }

    TestBed(String host, int port, String password) {
        this(host, port, password, false);
    }

    private TestBed(String host, int port, String password, boolean cluster) {
        connections = cluster ? connectCluster(host, port, password) : connect(host, port, password);
        redis = new StringRedisTemplate(connections);
        set("registry", registry);
        set("backoff-initial", "20ms");
        set("backoff-max", "100ms");
        set("grace", "5s");
    }

    static synchronized RedisServer shared() {
        if (shared == null) {
            shared = newServer();
        }
        return shared;
    }

    /** A Redis for one test; {@code -Dseckill.test.redis=embedded} chooses the Redis 6.2 in the jar. */
    static RedisServer newServer(String... arguments) {
        return RedisServer.start(RedisOptions.defaults().kind(kind()).with(arguments));
    }

    /**
     * One to be killed: with {@code everysec} Redis postpones its write while an fsync is under way, so that even the
     * death of the process alone may cost what was acknowledged in that moment.
     */
    static RedisServer newServerThatSyncs() {
        return RedisServer.start(RedisOptions.defaults().kind(kind()).aof(Aof.ALWAYS));
    }

    static RedisKind kind() {
        return RedisKind.valueOf(
                System.getProperty("seckill.test.redis", "auto").toUpperCase(java.util.Locale.ROOT));
    }

    /** On a server of one node that has all slots. */
    static TestBed onCluster(RedisServer server) {
        return new TestBed(server.host(), server.port(), server.password(), true);
    }

    private LettuceConnectionFactory connectCluster(String host, int port, String password) {
        RedisClusterConfiguration address = new RedisClusterConfiguration(List.of(host + ":" + port));
        address.setPassword(password);
        return connect(address, TIMEOUT);
    }

    LettuceConnectionFactory connect(String host, int port, String password) {
        return connect(host, port, password, TIMEOUT);
    }

    LettuceConnectionFactory connect(String host, int port, String password, Duration timeout) {
        RedisStandaloneConfiguration address = new RedisStandaloneConfiguration(host, port);
        address.setPassword(password);
        return connect(address, timeout);
    }

    private LettuceConnectionFactory connect(RedisConfiguration address, Duration timeout) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                address,
                LettuceClientConfiguration.builder()
                        .commandTimeout(timeout)
                        .clientResources(RESOURCES)
                        .shutdownTimeout(Duration.ZERO)
                        .shutdownQuietPeriod(Duration.ZERO)
                        .build());
        factory.afterPropertiesSet();
        factory.start();
        open.add(factory::destroy);
        return factory;
    }

    static String newQueueName() {
        return "test:queue:{" + UUID.randomUUID() + "}";
    }

    synchronized TestBed set(String name, Object value) {
        settings.put("seckill.queue." + name, value);
        properties = null;
        orderQueue = null;
        return this;
    }

    /** Bound once: that takes longer than most of what is done with it. */
    synchronized QueueProperties properties() {
        if (properties == null) {
            properties = new Binder(new MapConfigurationPropertySource(settings))
                    .bindOrCreate("seckill.queue", QueueProperties.class);
        }
        return properties;
    }

    synchronized RedisListQueue orderQueue() {
        if (orderQueue == null) {
            orderQueue = new RedisListQueue(connections, properties());
        }
        return orderQueue;
    }

    ListCommands commands() {
        return new ListCommands(properties(), TIMEOUT);
    }

    RedisSession session() {
        RedisSession session = new RedisSession(connections);
        open.add(session);
        return session;
    }

    WorkerPool pool(OrderHandler handler) {
        return pool(connections, handler);
    }

    WorkerPool pool(LettuceConnectionFactory through, OrderHandler handler) {
        WorkerPool pool = new WorkerPool(properties(), through, handler, sink, Clock.systemUTC());
        open.add(pool::stop);
        return pool;
    }

    WorkerPool start(OrderHandler handler) {
        WorkerPool pool = pool(handler);
        pool.start();
        return pool;
    }

    void push(String... ids) {
        for (String id : ids) {
            assertThat(orderQueue().push(queue, id, "body of " + id)).isInstanceOf(PushResult.Pushed.class);
        }
    }

    /** Ids m1 to m<i>n</i>, in one go. */
    List<String> pushMany(int n) {
        return pushMany(queue, n);
    }

    List<String> pushMany(String to, int n) {
        orderQueue().register(to);
        List<String> ids = IntStream.rangeClosed(1, n).mapToObj(i -> "m" + i).toList();
        for (int from = 0; from < n; from += 1000) {
            redis.opsForList()
                    .leftPushAll(
                            to,
                            ids.subList(from, Math.min(n, from + 1000)).stream()
                                    .map(id -> WireFormat.encode(id, System.currentTimeMillis(), "body of " + id))
                                    .toList());
        }
        return ids;
    }

    void pushRaw(byte[] raw) {
        orderQueue().register(queue);
        redis.execute(connection -> connection.listCommands().lPush(queue.getBytes(StandardCharsets.UTF_8), raw), true);
    }

    void pushRaw(String raw) {
        pushRaw(raw.getBytes(StandardCharsets.UTF_8));
    }

    /** Ids in the queue, the next to be taken first. */
    List<String> queued() {
        List<String> raws = new ArrayList<>(redis.opsForList().range(queue, 0, -1));
        java.util.Collections.reverse(raws);
        return raws.stream().map(TestBed::id).toList();
    }

    List<String> inList(String worker) {
        return redis.opsForList().range(QueueKeys.processing(queue, worker), 0, -1).stream()
                .map(TestBed::id)
                .toList();
    }

    /** Deliveries and failures, without who took it last. */
    String attempts(String id) {
        String counts = (String) redis.opsForHash().get(QueueKeys.attempts(queue), id);
        return counts == null ? null : counts.replaceFirst("^(\\d+:\\d+).*", "$1");
    }

    static String id(String raw) {
        return WireFormat.parse(raw.getBytes(StandardCharsets.UTF_8)).id();
    }

    /** Nothing of this queue is anywhere: not waiting, not in hand, not in retry, not counted. */
    void awaitDrained() {
        await().untilAsserted(this::assertDrained);
    }

    void assertDrained() {
        QueueSnapshot snapshot = orderQueue().snapshot(queue);
        assertThat(snapshot.empty()).as("%s", snapshot).isTrue();
        assertThat(keys()).doesNotContain(QueueKeys.attempts(queue)).noneMatch(key -> key.contains(":processing:"));
    }

    Set<String> keys() {
        return redis.keys(queue.replace("{", "\\{").replace("}", "\\}") + "*");
    }

    ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofMillis(10));
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(open);
        java.util.Collections.reverse(all);
        for (AutoCloseable one : all) {
            try {
                one.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close " + Arrays.asList(one), e);
            }
        }
    }
}
