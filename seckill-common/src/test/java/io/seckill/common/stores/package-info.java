/**
 * Real stores for tests and for the newcomer's run: a Redis with AOF and a MySQL-family server, found or unpacked
 * without asking, and the means to hurt them.
 */
@NullMarked
package io.seckill.common.stores;

import org.jspecify.annotations.NullMarked;
