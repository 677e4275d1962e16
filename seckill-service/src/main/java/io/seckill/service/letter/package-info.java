/** The operator's view of dead letters: what they are, replayed or voided under somebody's name. */
@NullMarked
package io.seckill.service.letter;

import org.jspecify.annotations.NullMarked;
