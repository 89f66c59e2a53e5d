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
 * Limits the objects that one call of the test leaves behind, arrays included, optionally of one
 * type or package.
 *
 * <pre>{@code
 * @MaxSurvivors(type = Connection.class, value = 0)
 * void closesItsConnection() {
 *   pool.query(STATEMENT);
 * }
 * }</pre>
 *
 * <p>Objects are counted in rounds as by {@link MaxSurvivingBytes}, with the same limits.
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
public @interface MaxSurvivors {

  /** The maximum number of objects per call. Fractions of an object are rounded up. */
  long value();

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
