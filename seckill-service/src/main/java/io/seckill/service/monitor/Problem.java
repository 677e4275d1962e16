package io.seckill.service.monitor;

/**
 * Something that is off.
 *
 * @param code stable English in capitals, what a program reads
 * @param text what was found, in English, with the figures
 */
public record Problem(String code, String text) {}
