package dev.tare.invocations;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * A call of the test may call a method only so often: the database once, not once for each row.
 *
 * <p>The calls are counted, not timed, so the figure is the same in every run and on every machine.
 * Counted are the calls that the test's own thread makes, of all methods by that name which the
 * type has or inherits, on objects of the type and of its subtypes, wherever these inherit the
 * method from. One call counts once, though the method may have a bridge or call the one that it
 * overrides. What counts twice is an overload that calls another one, and a {@code super} call that
 * another method or a lambda makes.
 *
 * <p>For the count the methods are woven while the test runs. Some cannot be:
 *
 * <ul>
 *   <li>Lambdas and method references. Where one that is loaded implements the method, the verdict
 *       is inconclusive unless the other calls exceed the limit. Name a class that implements the
 *       interface.
 *   <li>Native methods, and those in whose place the JVM may run instructions of its own, such as
 *       {@code Math.sqrt} or {@code String.equals}. The JDK marks the latter. They are refused;
 *       where only some overloads or subtypes are such, the verdict is inconclusive in the same
 *       way.
 * </ul>
 *
 * <p>The body is called once, unless another annotation of the test says otherwise; then the call
 * with the most calls counts.
 *
 * <p>On a method without a JUnit annotation it makes the method a test; beside {@code @Test} and
 * its kin it brackets that test; on a class it is the default for every test in it. It can be
 * repeated for other methods.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Repeatable(MaxInvocations.Several.class)
@MeasuredBy(Invocations.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxInvocations {

  /** The class or interface that has the method. */
  Class<?> type();

  /** The name of the method, without parameters; all overloads count together. */
  String method();

  /** The most calls, 0 or more. */
  long value();

  /**
   * When it is found out from where the calls come; unless given, {@value
   * dev.tare.extension.Configuration#BREAKDOWN} says so.
   */
  Configuration.Breakdown breakdown() default Configuration.Breakdown.DEFAULT;

  /** Several of them on one element; the compiler writes it. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
  @MeasuredBy(Invocations.class)
  @Testable
  @SuppressWarnings("exports") // as above
  @interface Several {

    /** The annotations. */
    MaxInvocations[] value();
  }
}
