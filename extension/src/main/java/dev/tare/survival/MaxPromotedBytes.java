package dev.tare.survival;

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
 * Limits the bytes that a call of the test makes old: bytes of objects that live so long that young
 * collections move them to the old generation.
 *
 * <pre>{@code
 * @MaxPromotedBytes("0 B")
 * void answersARequest() {
 *   server.answer(REQUEST);
 * }
 * }</pre>
 *
 * <p>The method needs no {@code @Test}. Beside {@code @Test} or a similar annotation it measures
 * that test; on a class it applies to every test in it.
 *
 * <p>In each round, the body is called {@link #calls()} times, and then garbage is created until a
 * young collection has ended. An object becomes old when it has survived 15 collections, or fewer
 * if the JVM lowers the age. If 16 rounds in a row make nothing old, the figure is 0 B; otherwise
 * it is the median of up to 31 rounds. The test fails only if a second series of rounds exceeds the
 * limit too, and rounds without calls make less than a tenth as much old in the same time.
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>0 B is exact. A larger figure depends on how often young collections occur. G1 and Parallel
 *       also count the unused ends of their buffers, so with these collectors a limit above 0 B is
 *       never <i>exceeded</i>, but <i>inconclusive</i>.
 *   <li>Serial, Parallel and G1 count the bytes that they make old. With other collectors, the test
 *       is <i>unmeasured</i>.
 *   <li>The collector counts the objects of all threads. If the rest of the program makes a tenth
 *       as much old, or other tests run at the same time, a figure above the limit is
 *       <i>inconclusive</i>.
 * </ul>
 *
 * <p>Guide: {@code docs/guide/promotion.md}.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(PromotedBytes.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxPromotedBytes {

  /**
   * The maximum number of bytes per call, with a unit: {@code "0 B"}, {@code "64 KiB"}; the forms
   * of {@link dev.tare.unit.DataSize}. Required unless the test is weighed.
   */
  String value() default Unset.TEXT;

  /**
   * The number of calls before each young collection. If unset, it is 10, and 100 in the second
   * series. If nothing becomes old, the body is called 17 times as often.
   */
  int calls() default Unset.NUMBER;
}
