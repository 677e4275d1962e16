/** The live screen: one look a second at the sales that somebody watches, sent to all who do. */
@NullMarked
package io.seckill.admin.live;

import org.jspecify.annotations.NullMarked;
