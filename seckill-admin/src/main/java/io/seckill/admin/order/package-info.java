/** Everybody's orders, by id or by user. */
@NullMarked
package io.seckill.admin.order;

import org.jspecify.annotations.NullMarked;
