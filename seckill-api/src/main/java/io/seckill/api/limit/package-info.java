/** How often a user may ask. */
@NullMarked
package io.seckill.api.limit;

import org.jspecify.annotations.NullMarked;
