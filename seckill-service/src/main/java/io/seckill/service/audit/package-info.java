/** Who changed what: one row for every change an operator makes. */
@NullMarked
package io.seckill.service.audit;

import org.jspecify.annotations.NullMarked;
