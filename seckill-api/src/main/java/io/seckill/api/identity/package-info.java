/** Who is asking. A lean filter on the order path; the answer is a {@link io.seckill.api.identity.UserId}. */
@NullMarked
package io.seckill.api.identity;

import org.jspecify.annotations.NullMarked;
