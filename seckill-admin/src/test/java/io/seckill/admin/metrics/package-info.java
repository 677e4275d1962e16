/** What machines are told of: dashboards, alerts, traces, logs. */
@NullMarked
package io.seckill.admin.metrics;

import org.jspecify.annotations.NullMarked;
