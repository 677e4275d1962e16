/** What the payment provider tells us, and in development a provider to play with. */
@NullMarked
package io.seckill.api.payment;

import org.jspecify.annotations.NullMarked;
