/** Dead letters: the messages that an operator has to settle. */
@NullMarked
package io.seckill.admin.letter;

import org.jspecify.annotations.NullMarked;
