package io.seckill.service.tracing;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Traces by OpenTelemetry.
 *
 * @param enabled whether calls are traced. Where to they are sent is Spring Boot's
 *     {@code management.opentelemetry.tracing.export.otlp.endpoint}, and how many of them
 *     {@code management.tracing.sampling.probability} (one in ten).
 */
@ConfigurationProperties("seckill.tracing")
record TracingProperties(@DefaultValue("false") boolean enabled) {}
