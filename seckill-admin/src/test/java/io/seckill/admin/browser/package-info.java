/** The product in a real browser: all three processes in this JVM, and Chromium in front of them. */
@NullMarked
package io.seckill.admin.browser;

import org.jspecify.annotations.NullMarked;
