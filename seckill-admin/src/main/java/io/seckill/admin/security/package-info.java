/** Who may use the console: viewers and operators, a session, a token on every change, and no hurry for guessers. */
@NullMarked
package io.seckill.admin.security;

import org.jspecify.annotations.NullMarked;
