/** The distributed lock: one interface over plain Redis and over Redisson. */
@NullMarked
package io.seckill.lock;

import org.jspecify.annotations.NullMarked;
