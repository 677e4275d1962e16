/** The figures of one sale in all its stores, and what is off. */
@NullMarked
package io.seckill.admin.monitor;

import org.jspecify.annotations.NullMarked;
