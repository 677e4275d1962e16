package io.seckill.common.stores;

import org.jspecify.annotations.Nullable;

/**
 * A store that was started, or only found.
 *
 * @param endpoint where it is
 * @param text what it is, for people
 * @param server to close at the end, or {@code null} if it is not ours
 */
record Found<E>(E endpoint, String text, @Nullable AutoCloseable server) {}
