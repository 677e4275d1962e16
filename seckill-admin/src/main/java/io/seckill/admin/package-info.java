/** The operators' door: console and REST. */
@NullMarked
package io.seckill.admin;

import org.jspecify.annotations.NullMarked;
