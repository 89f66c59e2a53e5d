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
 * Limits the bytes that one call of the test allocates, exact to the byte.
 *
 * <pre>
 * &#64;MaxAllocatedBytes("4 KiB")
 * void parsesOneLine() {
 *   parser.parse(LINE);
 * }
 * </pre>
 *
 * <p>The method needs no {@code @Test}. Beside {@code @Test} or a similar annotation it measures
 * that test; on a class it applies to every test in it. The minimum of 5 calls after 2 warm-up
 * calls is judged, because a first call also loads and links classes.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>{@code @BeforeEach} runs once, before the first call. A body that cannot be repeated needs
 *       {@code runs = 1, warmups = 0}.
 *   <li>Sizes depend on the JVM's object layout, which the message names.
 *   <li>The JVM's optimizing compiler, which removes allocations, is off while such tests run. To
 *       judge compiled code, set {@code warmups = 10_000}.
 *   <li>If the compiler cannot be switched off, because the JVM accepts no agent, the verdict is
 *       inconclusive unless the limit is exceeded.
 * </ul>
 *
 * <p>Guide: {@code docs/guide/allocation.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(AllocatedBytes.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxAllocatedBytes {

  /**
   * The maximum number of bytes per call, with a unit: {@code "0 B"}, {@code "1016 B"}, {@code "64
   * KiB"}; the forms of {@link dev.tare.unit.DataSize}. Required unless the test is weighed.
   */
  String value() default Unset.TEXT;

  /** The threads whose allocation counts. */
  Scope scope() default Scope.TEST_THREAD;

  /** The calls that are judged. */
  Mode mode() default Mode.STEADY;

  /** The number of calls, whose minimum is judged; 5 if unset. */
  int runs() default Unset.NUMBER;

  /** The number of calls before the judged ones; 2 if unset. */
  int warmups() default Unset.NUMBER;

  /** The classes whose lines the breakdown shows. */
  Depth depth() default Depth.APPLICATION;
}
