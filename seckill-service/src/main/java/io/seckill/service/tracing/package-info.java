/** Traces by OpenTelemetry, for those who want them. */
@NullMarked
package io.seckill.service.tracing;

import org.jspecify.annotations.NullMarked;
