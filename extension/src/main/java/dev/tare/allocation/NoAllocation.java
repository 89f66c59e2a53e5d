package dev.tare.allocation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Requires that a call of the test allocates nothing after the warm-up calls, like
 * {@code @MaxAllocatedBytes("0 B")}.
 *
 * <pre>
 * &#64;NoAllocation
 * void findsTheKey() {
 *   map.get(KEY);
 * }
 * </pre>
 *
 * <p>For attributes use {@link MaxAllocatedBytes}, for example {@code @MaxAllocatedBytes(value = "0
 * B", runs = 20)}.
 *
 * <p>Another {@link MaxAllocatedBytes} on the same element is refused unless it allows the same.
 *
 * <p>Guide: {@code docs/guide/allocation.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MaxAllocatedBytes("0 B")
@Testable
public @interface NoAllocation {}
