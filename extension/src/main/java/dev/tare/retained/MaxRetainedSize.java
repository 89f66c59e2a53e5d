package dev.tare.retained;

import dev.tare.extension.Configuration;
import dev.tare.extension.MeasuredBy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * A value may retain at most so many bytes.
 *
 * <p>On a method without a JUnit annotation it makes the method a test and weighs what it returns.
 * On a parameter of type {@link Retained} it weighs what the test hands over through it, and on a
 * field what the field holds when the body has ended. On a class it is the default for every test
 * in it that has a value to weigh.
 *
 * <p>Retained is what would be freed with the value: what it reaches less what is also reached from
 * statics, threads, class loaders and the test instance without going through the value. The value
 * itself always counts. Sizes are exact to the byte, headers and padding included, and differ
 * between JVM layouts; the message names the layout, and says of a size that is exceeded whether it
 * is under compact headers too. Classes, class loaders, modules, threads and enum constants belong
 * to the program: they are named and not counted. What is marked {@link dev.tare.heap.NotFollowed}
 * and referents of weak, soft and phantom references are not followed, and the memory of direct
 * buffers and memory segments is named beside the figure.
 *
 * <p>Where everything that is reachable is within the budget already, that is the figure, an upper
 * bound, and nothing else is looked at. Otherwise the whole heap is, once: 50 to 250 ms in a JVM of
 * a million objects, more where collections come so often that it has to be looked at again. Not
 * seen are local variables and string literals: what a value shares with nothing but those counts.
 *
 * <p>A value is walked twice, and anew, up to three times, where the walks met different numbers of
 * objects or bytes. If they always do, other threads change it, and the verdict is
 * <i>inconclusive</i>. It is not noticed that something was replaced by its like, that a change was
 * undone before the second walk, or that others began or ceased to hold what the value shares; nor
 * is a walk repeated that {@code tare.maxObjects} ended.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.METHOD,
  ElementType.TYPE,
  ElementType.PARAMETER,
  ElementType.FIELD,
  ElementType.ANNOTATION_TYPE
})
@MeasuredBy(RetainedSize.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxRetainedSize {

  /**
   * The most bytes the value may retain, with a unit: {@code "1016 B"}, {@code "2 KiB"}, {@code
   * "1.5 MB"}; the forms of {@link dev.tare.unit.DataSize}.
   */
  String value();

  /** What of the value counts. */
  Kind kind() default Kind.RETAINED;

  /** Types whose objects, and those of their subtypes, are neither counted nor followed. */
  Class<?>[] ignoring() default {};

  /**
   * The object layout that the size is judged for. Unless given, that of the JVM that runs the
   * test; any other is computed, so that the same budget holds for the same objects in every JVM of
   * one JDK release.
   */
  JudgedLayout layout() default JudgedLayout.RUNNING;

  /**
   * When it is found out where the bytes are; unless given, {@value
   * dev.tare.extension.Configuration#BREAKDOWN} says so.
   */
  Configuration.Breakdown breakdown() default Configuration.Breakdown.DEFAULT;
}
