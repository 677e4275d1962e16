/** What all three processes ask of whoever speaks HTTP to them: to come to the point, and nothing that trips Tomcat up. */
@NullMarked
package io.seckill.service.http;

import org.jspecify.annotations.NullMarked;
