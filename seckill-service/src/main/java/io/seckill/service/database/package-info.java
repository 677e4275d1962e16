/** How this module talks to MySQL: types, transactions, the kinds of failure. */
@NullMarked
package io.seckill.service.database;

import org.jspecify.annotations.NullMarked;
