/** A reliable queue on Redis Lists that knows no business type. */
@NullMarked
package io.seckill.queue;

import org.jspecify.annotations.NullMarked;
