package io.seckill.api.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Whether the process is well, and nothing else, on the port of the storefront: for load balancers and containers. The
 * rest of the actuator is on a port of its own, or nowhere.
 */
@RestController
class HealthController {

    private final HealthEndpoint health;

    HealthController(HealthEndpoint health) {
        this.health = health;
    }

    @GetMapping({"/actuator/health", "/actuator/health/{group:liveness|readiness}"})
    ResponseEntity<Map<String, String>> health(@PathVariable(required = false) @Nullable String group) {
        HealthDescriptor found = group == null ? health.health() : health.healthForPath(group);
        Status status = found == null ? Status.UNKNOWN : found.getStatus();
        int http = status.equals(Status.UP) || status.equals(Status.UNKNOWN) ? 200 : 503;
        return ResponseEntity.status(http).body(Map.of("status", status.getCode()));
    }
}
