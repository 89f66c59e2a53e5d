package dev.tare.benchmark;

import dev.tare.extension.PreparesCalls;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Marks a method that runs before each call of a measured body and is not measured with it: it
 * prepares input that the body uses up, such as an array that is sorted in place.
 *
 * <p>Rules:
 *
 * <ul>
 *   <li>As with {@code @BeforeEach}, the method is not private, not static and returns nothing.
 *       Methods of superclasses and enclosing classes run first; an overriding method runs only if
 *       it is annotated again.
 *   <li>It has no parameters, or those of the test. A dynamic test has no arguments, so that its
 *       preparation has no parameters.
 *   <li>It prepares the tests of its class that carry {@link Benchmarked}, and their baselines. Any
 *       other annotation of Tare on a test of the class or on a parameter is refused, since its
 *       calls would not be prepared.
 * </ul>
 *
 * <p>Limits:
 *
 * <ul>
 *   <li>Each call is timed by itself, so each time includes a reading of the clock, 20 to 80 ns.
 *       Bodies of less than a few microseconds are judged less precisely; the report says by how
 *       much.
 *   <li>CPU time can be read for calls of 100 us and more only; shorter calls are judged by real
 *       time.
 *   <li>The profile of a failure leaves the preparation out. The smaller the body's share of the
 *       time, the fewer samples the profile has.
 *   <li>Put tests that need no preparation into another class.
 * </ul>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@PreparesCalls
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface BeforeCall {}
