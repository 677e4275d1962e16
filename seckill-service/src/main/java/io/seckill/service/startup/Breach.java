package io.seckill.service.startup;

/**
 * A way in which a store is not what the guarantees rest on.
 *
 * @param name short and stable, such as {@code redis.append-only}
 * @param text what is wrong and what to set instead, a sentence
 */
record Breach(String name, String text) {}
