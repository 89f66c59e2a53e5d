package dev.tare.survival;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Unset;
import dev.tare.survival.Survivors.RoundPlan;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Limits the bytes that one call of the test leaves behind: objects that it creates and that are
 * not collected afterwards.
 *
 * <pre>{@code
 * @MaxSurvivingBytes("0 B")
 * void handlesOneRequest() {
 *   server.handle(REQUEST);
 * }
 * }</pre>
 *
 * <p>The body is called in rounds. Before and after each round, garbage is collected and the live
 * objects of the JVM are counted by class. A class grows if all rounds but at most one agree on the
 * same whole number of objects a call. If the rounds do not agree, its growth is an interval.
 *
 * <p>The method needs no {@code @Test}. Beside {@code @Test} or a similar annotation it measures
 * that test; on a class it applies to every test in it.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>{@code @BeforeEach} runs once, before the first call. The body is called at least {@code
 *       calls} times after the warm-up calls.
 *   <li>A cache passes only when it is full: if it takes more than {@code calls * rounds} calls to
 *       fill it, raise {@link #warmups()}.
 *   <li>Objects that fewer than one call in {@link #calls()} leaves behind may pass.
 *   <li>Objects that other threads leave behind while the body runs count too. If they also grow
 *       while it does not run, the verdict is inconclusive.
 *   <li>If other tests run at the same time, the verdict is inconclusive.
 * </ul>
 *
 * <p>Guide: {@code docs/guide/surviving-bytes.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(Survivors.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxSurvivingBytes {

  /**
   * The maximum number of bytes per call, with a unit: {@code "0 B"}, {@code "1016 B"}, {@code "64
   * KiB"}; the forms of {@link dev.tare.unit.DataSize}. Fractions of a byte are rounded up.
   * Required unless the test is weighed.
   */
  String value() default Unset.TEXT;

  /** Only objects of this class or its subtypes count. */
  Class<?> type() default Object.class;

  /**
   * Only objects of classes in this class's package and its subpackages count; if unset, those of
   * all packages.
   */
  Class<?> packageOf() default Unset.class;

  /** The number of calls in a round. */
  int calls() default RoundPlan.CALLS;

  /** The number of rounds, from 2 to 100. A round that leaves nothing ends the measurement. */
  int rounds() default RoundPlan.ROUNDS;

  /** The number of calls before the first round; 2 if unset. */
  int warmups() default Unset.NUMBER;
}
