package io.seckill.admin.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class of tests in a real browser. Its methods may take a {@link WholeShop}, the same for all of them, and a
 * {@link Visitor}, a new one for each. On a machine without Chromium they are skipped; with
 * {@code -Dseckill.test.browser=required} they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserExtension.class)
public @interface BrowserTest {}
