package dev.tare.retained;

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
 * A value may retain at most so many objects of a type.
 *
 * <p>It stands where {@link MaxRetainedSize} may stand and weighs the same value; both on one test
 * give one report. It can be repeated for several types, and of several that are about the same
 * type and kind the nearest holds: one on a method leaves the defaults of its class for other types
 * in force.
 *
 * <pre>{@code
 * @MaxInstances(type = Order.class, value = 100)
 * @MaxInstances(type = Connection.class, value = 0)
 * Cart cart() { … }
 * }</pre>
 *
 * <p>Objects of subclasses, and of all classes that implement the type if it is an interface, count
 * too, unless {@link #subtypes} says otherwise. The value itself counts if it is of the type.
 * Retained is what would be freed with the value, as {@link MaxRetainedSize} explains; the message
 * shows the paths along which the objects hang. Classes, class loaders, modules, threads and enum
 * constants belong to the program and are never counted.
 */
@Documented
@Inherited
@Repeatable(MaxInstances.Several.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.METHOD,
  ElementType.TYPE,
  ElementType.PARAMETER,
  ElementType.FIELD,
  ElementType.ANNOTATION_TYPE
})
@MeasuredBy(RetainedInstances.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxInstances {

  /** The type whose objects are counted: a class, an interface or an array type. */
  Class<?> type();

  /** The most objects of the type that the value may retain; 0 for none. */
  long value();

  /** Whether objects of subtypes count; otherwise only those of exactly the type do. */
  boolean subtypes() default true;

  /** What of the value counts. */
  Kind kind() default Kind.RETAINED;

  /** Types whose objects, and those of their subtypes, are neither counted nor followed. */
  Class<?>[] ignoring() default {};

  /**
   * When it is found out where the objects are; unless given, {@value
   * dev.tare.extension.Configuration#BREAKDOWN} says so.
   */
  Configuration.Breakdown breakdown() default Configuration.Breakdown.DEFAULT;

  /** Several of them on one element; the compiler writes it. */
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
  @MeasuredBy(RetainedInstances.class)
  @Testable
  @SuppressWarnings("exports") // as above
  @interface Several {

    /** The annotations. */
    MaxInstances[] value();
  }
}
