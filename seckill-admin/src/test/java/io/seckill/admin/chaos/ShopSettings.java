package io.seckill.admin.chaos;

import io.seckill.common.stores.Database;
import io.seckill.common.stores.FaultProxy;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of the shop's processes: short times, so that what takes minutes in a shop takes seconds here. */
final class ShopSettings {

    private ShopSettings() {}

    /**
     * @param mysql the database, through the process's own wire
     * @param redis the process's own wire to Redis
     * @param password of Redis
     * @param rhythm whose times it has
     * @param more what differs
     */
    static Map<String, String> of(
            Database mysql, FaultProxy redis, @Nullable String password, Rhythm rhythm, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "spring.datasource.url",
                mysql.jdbcUrl() + (mysql.jdbcUrl().contains("?") ? "&" : "?")
                        + "connectTimeout=2000&socketTimeout=5000");
        settings.put("spring.datasource.username", mysql.user());
        settings.put("spring.datasource.password", mysql.password());
        settings.put("spring.data.redis.host", redis.host());
        settings.put("spring.data.redis.port", Integer.toString(redis.port()));
        if (password != null) {
            settings.put("spring.data.redis.password", password);
        }
        settings.put("spring.profiles.active", "dev");
        settings.put("seckill.identity.mode", "jwt");
        settings.put("seckill.identity.jwt.secret", Identities.SECRET);
        settings.put("seckill.admin.password", Fleet.PASSWORD);
        settings.put("seckill.payment.secret", Fleet.PAYMENT_SECRET);
        settings.put("seckill.rate-limit.shared", "true");
        settings.put("seckill.rate-limit.order.capacity", "20");
        settings.put("seckill.rate-limit.order.per-second", "20");
        settings.put("seckill.grab.timeout", "1s");
        settings.put("seckill.grab.max-regrabs", "1000");
        settings.put("seckill.order.pay-within", "5s");
        settings.put("seckill.order.confirming-for", "8s");
        settings.put("seckill.queue.lease", "6s");
        settings.put("seckill.queue.max-failures", "20");
        settings.put("seckill.reconcile.automatic-rebuild", "true");
        settings.put("seckill.reconcile.interval", "10s");
        settings.put("spring.main.sources", SkewedClock.Wearing.class.getName());
        settings.put("spring.main.banner-mode", "off");
        settings.put("logging.level.root", "warn");
        settings.put("logging.level.io.seckill", "info");
        settings.putAll(rhythm.settings());
        settings.putAll(more);
        return settings;
    }
}
