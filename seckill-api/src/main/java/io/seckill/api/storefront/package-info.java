/** The sample storefront: a few static files over the public API, to look at and to copy from. */
@NullMarked
package io.seckill.api.storefront;

import org.jspecify.annotations.NullMarked;
