/** Changes of a sale's stock while it sells: noted in the ledger, applied once, settled. */
@NullMarked
package io.seckill.service.stock;

import org.jspecify.annotations.NullMarked;
