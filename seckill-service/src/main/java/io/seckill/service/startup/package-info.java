/** What a process does before it is there: wait for its stores. */
@NullMarked
package io.seckill.service.startup;

import org.jspecify.annotations.NullMarked;
