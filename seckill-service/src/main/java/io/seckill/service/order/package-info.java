/** From an accepted order to a row in MySQL, and what its buyer is told. */
@NullMarked
package io.seckill.service.order;

import org.jspecify.annotations.NullMarked;
