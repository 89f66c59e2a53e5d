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
   * KiB"}; the forms of {@link dev.tare.unit.DataSize}. Required without a baseline, unless the
   * test is weighed.
   */
  String value() default Unset.TEXT;

  /**
   * The name of the method to compare with: a method of the test class or its superclasses that is
   * not private, static or abstract, with the parameters of the test or none. It is called as often
   * as the test, before it and on the same instance, and needs {@link #maxRatio()} or {@link
   * #plus()}. A {@code @TestFactory} cannot have a baseline; the baseline of a class does not apply
   * to dynamic tests.
   */
  String baseline() default Unset.TEXT;

  /**
   * The largest ratio of the bytes of a call to those of the baseline, more than 0 and up to
   * 1,000,000. Nothing is within every ratio, and anything exceeds every ratio to nothing.
   */
  double maxRatio() default Unset.NUMBER;

  /**
   * The largest number of bytes beyond those of the baseline; {@code "0 B"} for as many at most.
   */
  String plus() default Unset.TEXT;

  /**
   * Types whose code allocates bytes that do not count, with the bytes of all code that it calls:
   * the methods of these types and their nested types, also if a subtype inherits them. An
   * interface has only its default and static methods: name the class that implements it.
   *
   * <ul>
   *   <li>A test whose calls are within the limit anyway is judged by all its bytes.
   *   <li>Otherwise the types are woven for a few more calls, whose other bytes are judged. If that
   *       is not possible, or the body may be called only once, the verdict is inconclusive.
   *   <li>Not with another {@link #scope()}.
   *   <li>Woven calls are not compiled. With {@code warmups = 10_000}, the verdict is inconclusive
   *       where the compiler removes allocations.
   * </ul>
   */
  Class<?>[] excluding() default {};

  /**
   * Packages whose types, and those of their subpackages, are excluded like {@link #excluding()}.
   */
  String[] excludingPackages() default {};

  /** The threads whose allocation counts. */
  Scope scope() default Scope.TEST_THREAD;

  /** The number of calls, whose minimum is judged; 5 if unset. */
  int runs() default Unset.NUMBER;

  /** The number of calls before the judged ones; 2 if unset. */
  int warmups() default Unset.NUMBER;

  /** The classes whose lines the breakdown shows. */
  Depth depth() default Depth.APPLICATION;
}
