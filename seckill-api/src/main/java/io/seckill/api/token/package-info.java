/** The one-time token that a user fetches once a sale is on, and shows with the order. */
@NullMarked
package io.seckill.api.token;

import org.jspecify.annotations.NullMarked;
