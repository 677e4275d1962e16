package io.seckill.service.tracing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all that Spring Boot would set up because OpenTelemetry is on the class path, unless it is wanted: by
 * itself it would begin traces of one request in ten, make up ids for all others, and send meters to a collector that
 * few have.
 */
class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final List<String> TRACING =
            List.of("org.springframework.boot.micrometer.tracing.", "org.springframework.boot.opentelemetry.");

    /** Meters go to Prometheus; to a collector only if somebody says where it is. */
    private static final String METERS = "org.springframework.boot.micrometer.metrics.autoconfigure.export.otlp.";

    private static final String METERS_URL = "management.otlp.metrics.export.url";

    private boolean tracing;
    private boolean meters;

    @Override
    public void setEnvironment(Environment environment) {
        tracing = Binder.get(environment)
                .bindOrCreate("seckill.tracing", TracingProperties.class)
                .enabled();
        meters = environment.containsProperty(METERS_URL);
    }

    @Override
    public boolean[] match(@Nullable String[] candidates, AutoConfigurationMetadata metadata) {
        boolean[] wanted = new boolean[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            wanted[i] = wanted(candidates[i]);
        }
        return wanted;
    }

    private boolean wanted(@Nullable String candidate) {
        if (candidate == null) {
            return true;
        }
        if (candidate.startsWith(METERS)) {
            return meters;
        }
        return tracing || TRACING.stream().noneMatch(candidate::startsWith);
    }
}
