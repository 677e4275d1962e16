/** Addresses, and which of them may speak for others. */
@NullMarked
package io.seckill.common.net;

import org.jspecify.annotations.NullMarked;
