/** What the stores say of a sale, and whether they say the same. */
@NullMarked
package io.seckill.service.monitor;

import org.jspecify.annotations.NullMarked;
