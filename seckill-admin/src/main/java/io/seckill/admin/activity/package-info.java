/** The screen of activities: list, create, warm up; the same over REST. */
@NullMarked
package io.seckill.admin.activity;

import org.jspecify.annotations.NullMarked;
