package io.seckill.lock;

import io.seckill.common.stores.Stores;
import io.seckill.lock.kit.RedisAddress;

/** The Redis that the tests of this JVM share. */
public final class TestRedis {

    private TestRedis() {}

    public static RedisAddress shared() {
        Stores stores = Stores.shared();
        String password = stores.redisPassword();
        return new RedisAddress(stores.redisHost(), stores.redisPort(), password == null ? "" : password);
    }
}
