/** Admission: who gets a unit is decided here, in one script in Redis. */
@NullMarked
package io.seckill.service.grab;

import org.jspecify.annotations.NullMarked;
