package dev.tare;

import dev.tare.allocation.MaxAllocatedBytes;
import dev.tare.extension.ComparesWithLock;
import dev.tare.retained.MaxRetainedSize;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.platform.commons.annotation.Testable;

/**
 * Compares the figures of a test with its weights, which are committed to the repository. A test
 * that has grown fails; one that has shrunk passes.
 *
 * <pre>
 * &#64;Weighed
 * Index buildsIndex() {
 *   return Index.of(documents);
 * }
 * </pre>
 *
 * <table>
 * <caption>What is weighed</caption>
 * <tr><th>place</th><th>figures</th></tr>
 * <tr><td>a test, or a class for each of its tests</td><td>those of its other annotations of Tare;
 *     without one, the allocated bytes of a call and the retained size of a returned value</td></tr>
 * <tr><td>a package, in {@code package-info.java}, or the key {@code tare.weigh} for the
 *     suite</td><td>those of all annotations of Tare</td></tr>
 * </table>
 *
 * <p>A limit of bytes may be left out on a weighed test. If there is one, the smaller of limit and
 * weight is the limit.
 *
 * <p>Weights are in the folder {@code src/test/tare}, one file for each test class and in it one
 * part for each JVM whose object sizes differ. A missing weight is written; where the environment
 * variable {@code CI} is set, it is unmeasured instead. {@code -Dtare.accept} replaces weights.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Bytes, objects and calls have a weight, but not the bytes of a first call or of other
 *       threads.
 *   <li>Each feature release of Java needs weights of its own.
 * </ul>
 */
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.PACKAGE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Testable
@ComparesWithLock
@MaxAllocatedBytes
@MaxRetainedSize
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public @interface Weighed {}
