package io.seckill.lock.kit;

import io.seckill.lock.LockClient;
import io.seckill.lock.LockTemplate;

/** One process's share of a lock: a client with connections of its own, and a template on it. */
public interface LockNode extends AutoCloseable {

    /** {@return the client under test} */
    LockClient client();

    /** {@return the template on it} */
    LockTemplate template();

    /**
     * Runs a task under the lock if it is free.
     *
     * @param name what is locked
     * @param task what is done
     * @return whether it was done
     */
    default boolean tryRun(String name, Runnable task) {
        return template()
                .tryRun(name, held -> {
                    task.run();
                    return true;
                })
                .ran();
    }

    @Override
    void close();
}
