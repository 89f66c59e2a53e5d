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
 * @Growth(sizes = {1_000, 2_000, 4_000, 8_000}, atMost = Order.LINEAR)
 * List<Integer> sorts(int n) {
 *   return IntStream.range(0, n).map(i -> i * 7919 % n).boxed().sorted().toList();
 * }
 * }</pre>
 *
 * <p>Bytes are exact, and so is their growth wherever a straight line passes through all points but
 * for the 8 bytes to which objects are rounded up: the message says how many bytes an element
 * takes, as a fraction, and how many are fixed. Where no line does, and for time, the exponent of a
 * power law is fitted; of time its interval includes 5 % by which the compilation of each size may
 * have been lucky, and more where the points scatter more than that, and a growth that is too fast
 * is confirmed by a second measurement with freshly compiled code. Each time has its share of the
 * pauses of garbage collections, by the bytes that the call allocates, and what may have moved the
 * times is told as of a benchmark. Four classes can be told apart in time: sublinear (an exponent
 * of at most 0.9), linear (1.85), quadratic (2.5) and beyond. An exponent whose interval includes
 * such a border is <em>inconclusive</em>; sizes that lie further apart make it narrower.
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
   * The sizes: at least three, increasing, more than 0, the last at least eight times the first.
   */
  int[] sizes();

  /** The fastest growth that passes. */
  Order atMost();

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
