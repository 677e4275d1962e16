package io.seckill.common.stores;

import java.util.function.Consumer;

/** Where the stores say what they are doing; standard output unless told otherwise. */
final class StoreLog {

    private static volatile Consumer<String> listener = line -> System.out.println("[stores] " + line);

    private StoreLog() {}

    static void say(String line) {
        listener.accept(line);
    }

    static void to(Consumer<String> newListener) {
        listener = newListener;
    }
}
