package dev.tare.survival;

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
 * Requires that objects can be collected once a test has let go of them.
 *
 * <pre>{@code
 * @Test
 * void closes(@MustBeCollected Released<Session> sessions) {
 *   sessions.letGo(server.openAndClose());
 * }
 * }</pre>
 *
 * <table>
 * <caption>Which objects are judged</caption>
 * <tr><th>annotated element</th><th>objects</th></tr>
 * <tr><td>parameter of type {@link Released}</td><td>all that the test lets go of</td></tr>
 * <tr><td>method without a JUnit annotation</td><td>return value; makes it a test</td></tr>
 * <tr><td>class</td><td>default for all its tests of these two kinds</td></tr>
 * </table>
 *
 * <p>After the body, Tare requests up to three full collections. If an object is left, Tare follows
 * all references from static fields, threads, class loaders and classes, and the failure shows the
 * shortest path to the object. An object without a path counts too: a local variable or native code
 * holds it. Soft references that alone lead to an object are cleared. A further collection confirms
 * the failure.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Objects that only soft references hold do not count as held, since the JVM clears soft
 *       references before it runs out of memory.
 *   <li>If only the test instance, an argument of the test, JUnit or a constant of the JDK holds an
 *       object, the test is <i>unmeasured</i>.
 *   <li>If other tests run at the same time, or if no agent can be loaded, the verdict on a
 *       survivor is <i>inconclusive</i>.
 *   <li>A soft reference in a local variable counts as a strong one.
 * </ul>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@MeasuredBy(UncollectedObjects.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MustBeCollected {

  /**
   * Time allowed for other threads to release the objects, such as {@code "2 s"}; collections are
   * repeated until then. The test ends as soon as all objects are collected.
   */
  String within() default "0 ms";
}
