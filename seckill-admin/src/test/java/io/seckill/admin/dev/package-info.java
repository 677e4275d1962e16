/** The newcomer's run: all three processes in one JVM, on stores of its own. */
@NullMarked
package io.seckill.admin.dev;

import org.jspecify.annotations.NullMarked;
