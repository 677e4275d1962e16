/** Who did what: the audit log for programs and for people. */
@NullMarked
package io.seckill.admin.audit;

import org.jspecify.annotations.NullMarked;
