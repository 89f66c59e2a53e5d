package dev.tare.growth;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Limits how fast the time, the allocated bytes or the retained size of a call grow with the size
 * of its input.
 *
 * <pre>{@code
 * @Growth(sizes = {1_000, 2_000, 4_000, 8_000}, atMost = GrowthOrder.LINEAR)
 * List<Integer> sorts(int n) {
 *   return IntStream.range(0, n).map(i -> i * 7919 % n).boxed().sorted().toList();
 * }
 * }</pre>
 *
 * <p>The method takes one {@code int}, the size, and is called with each of {@link #sizes()}; other
 * parameters are resolved as in every test. Everything that the method does counts: preparing n
 * elements is linear.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; it can also stand beside
 * {@code @Test}.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>The growth at the largest sizes counts. A square beside a linear part may pass {@link
 *       GrowthOrder#LINEAR} until it is about four fifths of the cost at the largest size.
 *   <li>If the interval of the exponent includes the limit (sublinear 0.9, linear 1.85, quadratic
 *       2.5), the verdict is <em>inconclusive</em>. Raise the largest size.
 *   <li>A time that is less than 1.2 times as long at the largest as at the middle size does not
 *       grow.
 *   <li>Only three sizes are timed; the others are not called for the time. The keys {@code
 *       tare.warmupTime} and {@code tare.measurementTime} limit the time of all sizes together.
 *   <li>Parameterized and repeated tests and test factories are refused, since the sizes are the
 *       arguments. {@code tare.forks} does not apply.
 * </ul>
 *
 * @see "Guide: docs/guide/growth.md"
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@MeasuredBy(GrowthOfCosts.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface Growth {

  /**
   * The sizes, positive and increasing: at least three, better four; the last at least eight times
   * the first.
   */
  int[] sizes();

  /** The fastest growth that passes. */
  GrowthOrder atMost();

  /** The costs that are limited; each has a verdict of its own. */
  Cost[] of() default Cost.TIME;
}
