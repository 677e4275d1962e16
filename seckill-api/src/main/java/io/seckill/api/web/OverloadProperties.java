package io.seckill.api.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * More calls than a node can answer.
 *
 * @param maxCalls how many calls a node has in hand, or in line for a thread or a processor, at a time; who comes when there
 *     are as many is told SYSTEM_BUSY before anything is done for it, so that those before it are answered in time. 1 to
 *     1,000,000.
 */
@Validated
@ConfigurationProperties("seckill.overload")
record OverloadProperties(
        @DefaultValue("2000") @Min(1) @Max(1_000_000) int maxCalls) {}
