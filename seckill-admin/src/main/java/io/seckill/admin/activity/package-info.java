/** The screen of activities: list, create, warm up, change the stock, close; the same over REST. */
@NullMarked
package io.seckill.admin.activity;

import org.jspecify.annotations.NullMarked;
