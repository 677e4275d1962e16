/** Keeps Redis and MySQL telling the same story after either of them was away. */
@NullMarked
package io.seckill.service.reconcile;

import org.jspecify.annotations.NullMarked;
