package io.seckill.service.startup;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Down while a store is not what the guarantees rest on, whether or not it has done any harm yet; the log says so at the
 * start as well. A store that is away is the affair of its own contributor.
 */
@Component("seckillStores")
@ConditionalOnEnabledHealthIndicator("seckill-stores")
class StoresHealth extends AbstractHealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(StoresHealth.class);

    private final List<StoreTerms> stores;

    StoresHealth(List<StoreTerms> stores) {
        super("The stores cannot be looked at");
        this.stores = stores;
    }

    @EventListener(ApplicationReadyEvent.class)
    void sayAtTheStart() {
        look(new ArrayList<>()).forEach(breach -> log.error("[service] {} ({})", breach.text(), breach.name()));
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<String> away = new ArrayList<>();
        List<Breach> breaches = look(away);
        builder.up();
        if (!away.isEmpty()) {
            builder.withDetail("away", away);
        }
        breaches.forEach(breach -> builder.down().withDetail(breach.name(), breach.text()));
    }

    private List<Breach> look(List<String> away) {
        List<Breach> breaches = new ArrayList<>();
        for (StoreTerms store : stores) {
            try {
                breaches.addAll(store.breaches());
            } catch (RuntimeException e) {
                away.add(String.valueOf(e.getMessage()));
            }
        }
        return breaches;
    }
}
