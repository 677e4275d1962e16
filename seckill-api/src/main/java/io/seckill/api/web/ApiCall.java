package io.seckill.api.web;

import io.seckill.common.ErrorCode;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a call to those who make it. Its parameters, whether it needs an identity, and what every call of its kind may
 * be answered are read from the method itself.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ApiCall {

    /** What it does, one short sentence. */
    String value();

    /** What else its callers should know. */
    String details() default "";

    /** What its answer carries when all went well. */
    Class<?> data();

    /** The HTTP status when all went well. */
    int okStatus() default 200;

    /** The codes of its own that it answers besides OK. */
    ErrorCode[] answers() default {};

    /** What its body holds, where it takes one. */
    Class<?> body() default Void.class;

    /** Headers it reads, by name. */
    String[] headers() default {};
}
