/** What any reliable queue has to stand, as tests to extend; knows no implementation. */
@NullMarked
package io.seckill.queue.contract;

import org.jspecify.annotations.NullMarked;
