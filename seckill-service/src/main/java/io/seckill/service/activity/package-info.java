/** The sales there are: their catalog, how they are edited, how their stock is warmed up. */
@NullMarked
package io.seckill.service.activity;

import org.jspecify.annotations.NullMarked;
