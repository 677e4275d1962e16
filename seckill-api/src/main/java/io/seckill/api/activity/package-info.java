/** The calls about activities. */
@NullMarked
package io.seckill.api.activity;

import org.jspecify.annotations.NullMarked;
