package dev.tare.allocation;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Schedule;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * The test may allocate at most so many bytes a call.
 *
 * <p>The body is called between two readings of the JVM's thread allocation counter, which is exact
 * to the byte; nothing is subtracted. By default the steady state is judged: the minimum of 5 calls
 * after 2 warm-up calls, because a first call also loads and links classes. {@code @BeforeEach}
 * runs once, before the first call; a body that cannot be repeated needs {@code runs = 1, warmups =
 * 0}.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; beside {@code @Test} and
 * its kin it brackets that test; on a class it is the default for every test in it.
 *
 * <p>Sizes depend on the JVM's object layout, which the message names.
 *
 * <p>Compiled code can do without allocations whose object does not leave it. If the JIT's
 * optimizer has compiled code of the application, the body is called seven times more with the
 * optimizer held off. If these calls allocate more, they are judged, and both figures are shown:
 * {@code 0 B once compiled, 48,000 B before}. To judge compiled code, ask for at least 10,000
 * warm-up calls: {@code warmups = 10_000}. A body that is called only once cannot be called again,
 * so if the optimizer compiles code of the application during that call, the verdict is
 * inconclusive unless the limit is exceeded.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(AllocatedBytes.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxAllocatedBytes {

  /**
   * The most bytes a call may allocate, with a unit: {@code "0 B"}, {@code "1016 B"}, {@code "64
   * KiB"}; the forms of {@link dev.tare.unit.DataSize}.
   */
  String value();

  /** Whose allocation counts. */
  Scope scope() default Scope.TEST_THREAD;

  /** Which calls are judged. */
  Mode mode() default Mode.STEADY;

  /**
   * Calls that are judged, by their minimum; unless given, {@value
   * dev.tare.extension.Configuration#RUNS} says how many.
   */
  int runs() default Schedule.DEFAULT;

  /**
   * Calls before those that are judged; unless given, {@value
   * dev.tare.extension.Configuration#WARMUPS} says how many.
   */
  int warmups() default Schedule.DEFAULT;

  /**
   * When it is found out which lines allocate what; unless given, {@value
   * dev.tare.extension.Configuration#BREAKDOWN} says so. It takes two to six calls more, which are
   * not judged, and none where the body is called once only.
   */
  Configuration.Breakdown breakdown() default Configuration.Breakdown.DEFAULT;

  /** What the breakdown tells apart. */
  Depth depth() default Depth.APPLICATION;
}
