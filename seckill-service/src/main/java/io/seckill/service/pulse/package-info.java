/** What each process has counted, told to all others once a second: what the live screen is made of. */
@NullMarked
package io.seckill.service.pulse;

import org.jspecify.annotations.NullMarked;
