/** What a shop may plug in: who may take part in a sale, and what somebody must show to be let near it. */
@NullMarked
package io.seckill.api.entry;

import org.jspecify.annotations.NullMarked;
