package dev.tare.retained;

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
 * Limits the number of objects of a type that a value may retain.
 *
 * <pre>{@code
 * @MaxInstances(type = Order.class, value = 100)
 * @MaxInstances(type = Connection.class, value = 0)
 * Cart cart() { … }
 * }</pre>
 *
 * <p>It is allowed at the same places as {@link MaxRetainedSize} and measures the same value; both
 * on one test share one report. It can be repeated for several types.
 *
 * <ul>
 *   <li>Objects of subtypes count too, and the value itself if it is of the type.
 *   <li>Retained objects are those that would be freed with the value, as {@link MaxRetainedSize}
 *       explains. The message shows their paths.
 *   <li>If several annotations have the same type and kind, the nearest applies: one on a method
 *       leaves the defaults of its class for other types in force.
 *   <li>Classes, class loaders, modules, threads and enum constants belong to the program and are
 *       never counted.
 * </ul>
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@Repeatable(MaxInstances.InstanceLimits.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
@MeasuredBy(RetainedAmount.class)
@Testable
@SuppressWarnings("exports") // the metric is for this annotation only
public @interface MaxInstances {

  /** The type of the objects to count: a class, an interface or an array type. */
  @MeasuredBy.Key
  Class<?> type();

  /** The largest number of objects of the type that the value may retain; 0 for none. */
  long value();

  /** Whether retained or all reachable objects count; {@link Kind#OFF_HEAP} is refused. */
  @MeasuredBy.Key
  Kind kind() default Kind.RETAINED;

  /** Types whose objects, and those of their subtypes, are neither counted nor followed. */
  Class<?>[] ignoring() default {};

  /** Container of repeated annotations, written by the compiler. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({
    ElementType.METHOD,
    ElementType.TYPE,
    ElementType.PARAMETER,
    ElementType.ANNOTATION_TYPE
  })
  @MeasuredBy(RetainedAmount.class)
  @Testable
  @SuppressWarnings("exports") // as above
  @interface InstanceLimits {

    /** The annotations. */
    MaxInstances[] value();
  }
}
