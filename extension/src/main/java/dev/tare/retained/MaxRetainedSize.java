package dev.tare.retained;

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
 * Limits the number of bytes that a value may retain.
 *
 * <pre>{@code
 * @MaxRetainedSize("4 KiB")
 * Cart cart() { … }
 * }</pre>
 *
 * <table>
 * <caption>What is measured</caption>
 * <tr><th>annotated element</th><th>value</th></tr>
 * <tr><td>method without a JUnit annotation</td><td>return value; makes it a test</td></tr>
 * <tr><td>parameter of type {@link Retained}</td><td>the value that the test passes to it</td></tr>
 * <tr><td>class</td><td>default for all its tests with a value</td></tr>
 * </table>
 *
 * <p>The retained size is what would be freed with the value: the objects it reaches, except those
 * that static fields, threads, class loaders and the test instance reach without going through the
 * value. The value itself always counts. Sizes are exact to the byte, headers and padding included.
 * They depend on the JVM's object layout, which the message names. If the limit is exceeded, the
 * message also states whether the size would fit under compact headers.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Classes, class loaders, modules, threads and enum constants belong to the program: the
 *       message names them, but they do not count.
 *   <li>Fields and types marked {@link dev.tare.heap.NotFollowed} and referents of weak, soft and
 *       phantom references are not followed. Memory of direct buffers and memory segments is
 *       reported separately, and limited by {@code kind = OFF_HEAP}.
 *   <li>If the reachable size is within the budget, it is reported as an upper bound. Otherwise the
 *       whole heap is walked, which takes 50 to 250 ms in a JVM with a million objects, or more if
 *       collections force repetitions.
 *   <li>Local variables and string literals are not visible as roots: objects that only they share
 *       with the value count. Lambdas and method references that capture nothing do not count,
 *       since their call sites hold them.
 *   <li>A value is walked twice, in up to three attempts. If both walks differ in every attempt,
 *       the verdict is <i>inconclusive</i>, unless only objects of others change and the limit
 *       holds. Replacing an object by one of equal size, changes undone before the second walk, and
 *       changes of shared references are not detected.
 * </ul>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@MeasuredBy(RetainedAmount.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxRetainedSize {

  /**
   * The largest number of bytes that the value may retain, with a unit: {@code "1016 B"}, {@code "2
   * KiB"}, {@code "1.5 MB"}; the forms of {@link dev.tare.unit.DataSize}. Required unless the test
   * is weighed.
   */
  String value() default Unset.TEXT;

  /** Whether retained objects, all reachable ones, or memory outside the heap counts. */
  Kind kind() default Kind.RETAINED;

  /** Types whose objects, and those of their subtypes, are neither counted nor followed. */
  Class<?>[] ignoring() default {};

  /**
   * The object layout for which the size is judged; by default that of the JVM that runs the test.
   * Sizes for other layouts are computed, so that one budget holds for the same objects in every
   * JVM of one JDK release.
   */
  JudgedLayout layout() default JudgedLayout.RUNNING;
}
