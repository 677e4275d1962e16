/** The description of the calls as OpenAPI, made from the code that answers them; absent unless it is switched on. */
@NullMarked
package io.seckill.api.docs;

import org.jspecify.annotations.NullMarked;
