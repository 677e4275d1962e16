/** What all modules share: the answer envelope, the error codes, order ids and the names of the Redis keys. */
@NullMarked
package io.seckill.common;

import org.jspecify.annotations.NullMarked;
