package dev.tare.benchmark;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * A call of the test may take at most so long, or at most so many times as long as a call of
 * another method of the class.
 *
 * <table>
 * <caption>What is judged</caption>
 * <tr><th>attributes</th><th>promise</th></tr>
 * <tr><td>{@code max = "250 ns"}</td><td>a call takes at most 250 ns</td></tr>
 * <tr><td>{@code baseline = "lookup"}</td><td>at most 10 % longer than {@code lookup()}, the suite's
 *     {@value dev.tare.extension.Configuration#MAX_RATIO}</td></tr>
 * <tr><td>{@code baseline = "lookup", maxRatio = 1.5}</td><td>at most 50 % longer</td></tr>
 * <tr><td>{@code max} and {@code baseline}</td><td>both, measured in one run</td></tr>
 * <tr><td>none</td><td>none; it is measured and reported</td></tr>
 * </table>
 *
 * <p>The body is called thousands of times: once alone, then until the JIT has compiled it, then in
 * samples of about 1 ms until the promise is seen to be kept or broken. {@code @BeforeEach} runs
 * once, before the first call. A body of several milliseconds and more is called less often, a very
 * slow one seven times. What the body returns is consumed, so that the JIT cannot remove the work;
 * return something.
 *
 * <p>The CPU time of the calling thread is judged where the body does nothing but compute, so the
 * load of other programs does not count; otherwise real time. Garbage collections and other threads
 * are not in CPU time.
 *
 * <p>No interval is narrower than what compilation by luck can move: about 12 % to pass and 15 % to
 * fail for {@code max}, 5 % and 6 % for a ratio. A time nearer to its limit is
 * <em>inconclusive</em>, and so is every time under a debugger or while other tests may run in the
 * same JVM. An exceeded limit is confirmed by a second run with freshly compiled code. Times below
 * 1 ns count as 1 ns: an empty body takes no less.
 *
 * <p>A limit for {@code max} belongs to the machine it was found on; a ratio carries over.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; beside {@code @Test} and
 * its kin it brackets that test; on a class it is the default for every test in it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(TimePerCall.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface Benchmarked {

  /** The value of {@link #maxRatio()} that asks for the suite's. */
  double SUITE_RATIO = Double.MIN_VALUE;

  /**
   * The longest time that a call may take, with a unit: {@code "250 ns"}, {@code "30 us"}, {@code
   * "3 ms"}; the forms of {@link dev.tare.unit.Elapsed}. Empty: no limit.
   */
  String max() default "";

  /**
   * The name of the method to compare with: a method of the test class or above it, not private,
   * static or abstract, with the parameters of this one or none. Both are called in turn on the
   * same instance. Empty: no comparison.
   */
  String baseline() default "";

  /**
   * How many times as long as a call of the baseline a call may take, more than 0; unless given,
   * {@value dev.tare.extension.Configuration#MAX_RATIO} says it, which is 1.10.
   */
  double maxRatio() default SUITE_RATIO;

  /**
   * The longest warm-up of each of the methods, with a unit: {@code "500 ms"}; it ends earlier when
   * the JIT is quiet. Unless given, {@value dev.tare.extension.Configuration#MAX_WARMUP} says it.
   */
  String maxWarmup() default "";

  /**
   * The longest sampling after the warm-up, with a unit: {@code "10 s"}; a limit that is exceeded
   * is confirmed by a second warm-up and sampling. Unless given, {@value
   * dev.tare.extension.Configuration#MAX_TIME} says it.
   */
  String maxTime() default "";
}
