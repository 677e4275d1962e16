package io.seckill.lock;

import io.seckill.lock.kit.LockContract;
import io.seckill.lock.kit.LockNodes;
import io.seckill.lock.kit.RedisAddress;

class RedisLockContractTest extends LockContract {

    @Override
    protected RedisAddress redis() {
        return TestRedis.shared();
    }

    @Override
    protected LockNodes nodes() {
        return new RedisNodes();
    }
}
