/** The orders of a sale compared one by one: on demand, and the reports of it. */
@NullMarked
package io.seckill.admin.reconciliation;

import org.jspecify.annotations.NullMarked;
