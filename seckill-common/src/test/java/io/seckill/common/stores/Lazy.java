package io.seckill.common.stores;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store that is found or started when it is first asked for. Thread-safe; a failure is tried again. */
final class Lazy<T> {

    private final Supplier<T> maker;
    private volatile @Nullable T made;

    Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    synchronized T get() {
        T value = made;
        if (value == null) {
            value = maker.get();
            made = value;
        }
        return value;
    }

    /** Never waits for one that is being made: whoever closes things may be in a hurry. */
    Optional<T> ifMade() {
        return Optional.ofNullable(made);
    }
}
