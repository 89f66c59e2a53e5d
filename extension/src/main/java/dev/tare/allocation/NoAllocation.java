package dev.tare.allocation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * The test allocates nothing once it is warm: {@code @MaxAllocatedBytes("0 B")} by another name.
 *
 * <p>Where attributes are wanted, write {@link MaxAllocatedBytes} itself, for example
 * {@code @MaxAllocatedBytes(value = "0 B", runs = 20)}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MaxAllocatedBytes("0 B")
@Testable
public @interface NoAllocation {}
