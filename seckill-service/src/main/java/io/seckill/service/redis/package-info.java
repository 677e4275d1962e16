/** How this module talks to Redis: scripts and the client's options. */
@NullMarked
package io.seckill.service.redis;

import org.jspecify.annotations.NullMarked;
