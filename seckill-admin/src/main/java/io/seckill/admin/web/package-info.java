/** How the console speaks: language, the envelope, what a fault looks like to a program and to a person. */
@NullMarked
package io.seckill.admin.web;

import org.jspecify.annotations.NullMarked;
