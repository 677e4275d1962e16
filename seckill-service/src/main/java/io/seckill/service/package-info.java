/** What a flash sale is: activities, admission, orders. The worker process starts here. */
@NullMarked
package io.seckill.service;

import org.jspecify.annotations.NullMarked;
