/** The calls about orders: placing one, and asking what became of it. */
@NullMarked
package io.seckill.api.order;

import org.jspecify.annotations.NullMarked;
