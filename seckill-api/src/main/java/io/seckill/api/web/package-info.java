/** What every call has in common: the envelope, the languages, how parameters are read, what a refusal looks like. */
@NullMarked
package io.seckill.api.web;

import org.jspecify.annotations.NullMarked;
