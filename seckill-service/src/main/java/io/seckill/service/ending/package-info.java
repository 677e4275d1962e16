/** The end of a sale: closed, drained, archived, gone from Redis. */
@NullMarked
package io.seckill.service.ending;

import org.jspecify.annotations.NullMarked;
