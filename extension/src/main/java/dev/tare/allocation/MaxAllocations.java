package dev.tare.allocation;

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
 * The test may make at most so many objects a call, arrays among them, optionally of one type or of
 * the types of one package.
 *
 * <p>The JVM counts bytes and no objects, so the calls that are judged run with the application's
 * classes woven: each of its instructions that makes an object counts, compiled or not. What
 * libraries, the JDK and the VM make for it shows there only as bytes; these could be no more
 * objects than fit into them. If even so many are within the limit, the test passes. If not, the
 * body is called again with libraries and the JDK woven too, which takes seconds, and every object
 * counts but those that the VM itself makes. What then remains in doubt is inconclusive, never
 * green.
 *
 * <p>It counts on the thread that runs the test, in the steady state: the minimum of 5 calls after
 * 2 warm-up calls. A body that is called once only ({@code runs = 1, warmups = 0}) is judged by the
 * application's objects and the bytes of the others.
 *
 * <p>Where it may stand, and which test it makes or brackets, is as with {@link MaxAllocatedBytes}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(AllocatedObjects.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxAllocations {

  /** The most objects a call may make. */
  long value();

  /** Objects of this class, or of one that extends or implements it, count; others do not. */
  Class<?> type() default Object.class;

  /** Objects of the classes in the package of this class, and in those below it, count. */
  Class<?> packageOf() default Object.class;

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
}
