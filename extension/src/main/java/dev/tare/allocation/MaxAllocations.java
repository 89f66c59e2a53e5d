package dev.tare.allocation;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Unset;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Limits the objects that one call of the test creates, arrays included, optionally of one type or
 * package.
 *
 * <pre>
 * &#64;MaxAllocations(value = 0, type = Integer.class)
 * void sumsWithoutBoxing() {
 *   sums.add(ORDERS);
 * }
 * </pre>
 *
 * <p>The minimum of 5 calls after 2 warm-up calls is judged. It can stand where {@link
 * MaxAllocatedBytes} can.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Only objects of the test's own thread count.
 *   <li>Objects that libraries and the JDK create are first bounded by their bytes. If the limit
 *       may be exceeded, they are counted in further calls.
 *   <li>Objects of constructor references and of the VM are known by their bytes only. If they
 *       could decide, the verdict is inconclusive.
 *   <li>A body that is called only once ({@code runs = 1, warmups = 0}) is judged by the
 *       application's objects and the bytes of the others.
 * </ul>
 *
 * <p>Guide: {@code docs/guide/allocation.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(AllocatedObjects.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxAllocations {

  /** The maximum number of objects per call. Required without a baseline, unless weighed. */
  long value() default Unset.NUMBER;

  /**
   * The name of another method of the test class, whose objects the limit depends on, see {@link
   * MaxAllocatedBytes#baseline()}. It needs {@link #maxRatio()} or {@link #plus()}.
   */
  String baseline() default Unset.TEXT;

  /**
   * The largest ratio of the number of objects to that of the baseline, more than 0 and up to
   * 1,000,000.
   */
  double maxRatio() default Unset.NUMBER;

  /** The largest number of objects beyond those of the baseline; 0 for as many at most. */
  long plus() default Unset.NUMBER;

  /** Only objects of this class or its subtypes count. */
  Class<?> type() default Object.class;

  /**
   * Only objects of classes in this class's package and its subpackages count; if unset, those of
   * all packages. Arrays are in no package, and lambdas in that of their interface.
   */
  Class<?> packageOf() default Unset.class;

  /** The number of calls, whose minimum is judged; 5 if unset. */
  int runs() default Unset.NUMBER;

  /** The number of calls before the judged ones; 2 if unset. */
  int warmups() default Unset.NUMBER;
}
