package dev.tare.invocations;

import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Limits the number of times that one call of the test calls a method, exactly.
 *
 * <pre>
 * &#64;MaxInvocations(type = Database.class, method = "query", value = 1)
 * void loadsAllOrders() {
 *   orders.load();
 * }
 * </pre>
 *
 * <p>All methods of that name count, on objects of the type and its subtypes, if the test's own
 * thread calls them. A call in the code of another counted method, not through a helper method, a
 * lambda or a method reference, is part of that method's call: an overload, a {@code super} call,
 * or a wrapper that passes the call on, such as a connection pool's. A method that calls itself
 * counts each time. Calls that the initializers of classes make do not count.
 *
 * <p>The method needs no {@code @Test}. Beside {@code @Test} or a similar annotation it measures
 * that test; on a class it applies to every test in it. It can be repeated for other methods.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Calls of lambdas and method references are not counted. If there is one for the type
 *       anywhere in the JVM, the count is a lower bound, and the verdict is inconclusive unless the
 *       other calls exceed the limit. Use a class in its place.
 *   <li>Constructors and methods of {@code Object} are refused. If an overload or a subtype's
 *       method is native, or the JVM may replace it by instructions of its own, such as {@code
 *       Math.sqrt}, the verdict is inconclusive in the same way.
 *   <li>Statements in the body that stub or verify a mock, such as {@code verify(mailer).send()},
 *       count as calls. A call of a spy counts once.
 *   <li>The body is called once for the count.
 * </ul>
 *
 * <p>Guide: {@code docs/guide/invocations.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Repeatable(MaxInvocations.InvocationLimits.class)
@MeasuredBy(Invocations.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxInvocations {

  /** The class or interface that declares or inherits the method. */
  @MeasuredBy.Key
  Class<?> type();

  /** The name of the method, without parameters; all overloads count together. */
  @MeasuredBy.Key
  String method();

  /** The maximum number of calls, 0 or more. */
  long value();

  /** Container of repeated annotations, written by the compiler. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
  @MeasuredBy(Invocations.class)
  @Testable
  @SuppressWarnings("exports") // as above
  @interface InvocationLimits {

    /** The annotations. */
    MaxInvocations[] value();
  }
}
