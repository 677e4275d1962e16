package io.seckill.service.reconcile;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Keeping Redis and MySQL together.
 *
 * @param automaticRebuild whether a worker rebuilds by itself a sale whose Redis is older than MySQL, empty or does not
 *     add up; otherwise the sale stays shut until an operator asks for it
 */
@ConfigurationProperties("seckill.reconcile")
public record ReconcileProperties(@DefaultValue("false") boolean automaticRebuild) {}
