package dev.tare.growth;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * What a call costs may grow with the size of its input only so fast.
 *
 * <p>The method takes one {@code int}, the size, and is called with each of {@link #sizes()}; other
 * parameters are resolved as in every test. It prepares an input of that size itself, which is in
 * the figure: preparing n elements is linear.
 *
 * <pre>{@code
 * @Growth(sizes = {1_000, 2_000, 4_000, 8_000}, atMost = GrowthOrder.LINEAR)
 * List<Integer> sorts(int n) {
 *   return IntStream.range(0, n).map(i -> i * 7919 % n).boxed().sorted().toList();
 * }
 * }</pre>
 *
 * <p>A part of the cost that is the same for all sizes says nothing about the growth, however large
 * it is, and is taken off first:
 *
 * <ul>
 *   <li>Bytes: where a straight line or, for four or more sizes, a parabola passes through all
 *       points, but for the 8 bytes to which objects are rounded up, the growth is exact and the
 *       message shows its coefficients. Otherwise a fixed part and a power of the size are fitted,
 *       with an error for capacities that grow in steps. If the JIT's optimizer has compiled code
 *       of the application, the sizes are called again with the optimizer held off, and of the two
 *       readings of a size the larger one counts.
 *   <li>Time: a fixed part and a power of the size are fitted, with an error of 5 % of each time,
 *       or more where the points scatter more. A growth that is too fast is confirmed by a second
 *       measurement with freshly compiled code. Each time has its share of the pauses of garbage
 *       collections, by the bytes that the call allocates. If all calls since the warm-up take at
 *       least twice as long as the samples on average, and may grow otherwise, the verdict is
 *       <em>inconclusive</em>.
 * </ul>
 *
 * <p>The exponent decides: sublinear (at most 0.9), linear (1.85), quadratic (2.5) or beyond. An
 * interval that includes the limit is <em>inconclusive</em>, and so are sizes at which a fixed part
 * hides the rest. More sizes that lie further apart help, from 1,000 to 1,000,000 for example.
 *
 * <p>Limits: a time that does not grow by more than its error passes {@link GrowthOrder#SUBLINEAR}.
 * It passes a higher order where a growth beyond that order would take longer than the time at the
 * largest size, at 0.00001 ns a step: 150 ns at n = 8,000 or 1 ms at n = 1,000,000 are linear at
 * most. Above that it is inconclusive, since a fixed part may hide growth. Lower powers other than
 * a fixed part are taken off for exact bytes only: a quadratic part that is small beside a linear
 * one looks linear.
 *
 * <p>The sizes are the arguments of the test, so a parameterized or repeated test and a test
 * factory are refused. {@value dev.tare.extension.Configuration#FORKS} does not apply.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; it also stands beside
 * {@code @Test}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@MeasuredBy(GrowthOfCosts.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface Growth {

  /**
   * The sizes: at least three, better four or more, increasing, more than 0, the last at least
   * eight times the first.
   */
  int[] sizes();

  /** The fastest growth that passes. */
  GrowthOrder atMost();

  /** Which costs are limited; each has a verdict of its own. */
  Cost[] of() default Cost.TIME;

  /**
   * The longest warm-up of all sizes together, with a unit; for time only, without which it is
   * refused. Unless given, {@value dev.tare.extension.Configuration#MAX_WARMUP} says it.
   */
  String maxWarmup() default "";

  /**
   * The longest sampling of all sizes together, with a unit; for time only, without which it is
   * refused. Where the limit is exceeded, a second warm-up and sampling confirm it, as long again.
   * However slow, each size is timed five times at least. Unless given, {@value
   * dev.tare.extension.Configuration#MAX_TIME} says it.
   */
  String maxTime() default "";
}
