/** The storefront's door: REST, identity, rate limits. */
@NullMarked
package io.seckill.api;

import org.jspecify.annotations.NullMarked;
