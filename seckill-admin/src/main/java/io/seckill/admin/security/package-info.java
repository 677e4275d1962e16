/** Who may use the console: one operator, a session, and a token on every change. */
@NullMarked
package io.seckill.admin.security;

import org.jspecify.annotations.NullMarked;
