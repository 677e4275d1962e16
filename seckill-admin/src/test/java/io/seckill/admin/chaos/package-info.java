/** Runs the product as real processes under load, hurts it, and judges by the whole history whether every promise was kept. */
@org.jspecify.annotations.NullMarked
package io.seckill.admin.chaos;
