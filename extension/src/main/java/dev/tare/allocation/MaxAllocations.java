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
 * <p>Only objects of the test's own thread count. The minimum of 5 calls after 2 warm-up calls is
 * judged, with the application's classes woven. It can stand where {@link MaxAllocatedBytes} can.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Objects that libraries, the JDK and the VM create are known only by their bytes at first.
 *       If the largest number of objects in these bytes is within the limit, the test passes.
 *   <li>Otherwise the body is called again, with those methods of libraries and the JDK woven that
 *       allocate. If the number is not exact then and the limit may be exceeded, the calls of the
 *       selected type's or package's constructors are counted. If they do not exceed the limit, all
 *       loaded classes are woven, which takes seconds.
 *   <li>Where bytes remain, as of objects that the VM itself creates, each call that allocated them
 *       counts as one object at least, unless a type or package is selected.
 *   <li>If a doubt remains, the verdict is inconclusive, never green.
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

  /** The maximum number of objects per call. */
  long value();

  /** Only objects of this class or its subtypes count. */
  Class<?> type() default Object.class;

  /**
   * Only objects of classes in this class's package and its subpackages count; if unset, those of
   * all packages.
   */
  Class<?> packageOf() default Unset.class;

  /** The number of calls, whose minimum is judged; 5 if unset. */
  int runs() default Unset.NUMBER;

  /** The number of calls before the judged ones; 2 if unset. */
  int warmups() default Unset.NUMBER;
}
