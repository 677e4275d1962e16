package io.seckill.api.limit;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings as they are when a user sets some of them. */
final class LimitSettings {

    private LimitSettings() {}

    /** The defaults, but for these: name below {@code seckill.rate-limit}, value, name, value. */
    static RateLimitProperties of(String... settings) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            properties.put("seckill.rate-limit." + settings[i], settings[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("seckill.rate-limit", RateLimitProperties.class);
    }

    static RateLimitProperties trusting(String... proxies) {
        String[] settings = new String[proxies.length * 2];
        for (int i = 0; i < proxies.length; i++) {
            settings[2 * i] = "trusted-proxies[" + i + "]";
            settings[2 * i + 1] = proxies[i];
        }
        return of(settings);
    }
}
