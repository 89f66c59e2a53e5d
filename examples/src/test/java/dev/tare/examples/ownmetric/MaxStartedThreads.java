package dev.tare.examples.ownmetric;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Schedule;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/** The test may start at most so many threads a call. */
// tag::annotation[]
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(StartedThreads.class)
@Testable
public @interface MaxStartedThreads {

  /** The most threads that a call may start. */
  int value();

  /** Calls that are judged, by their minimum. */
  int runs() default Schedule.DEFAULT;

  /** Calls before those that are judged. */
  int warmups() default Schedule.DEFAULT;
}
// end::annotation[]
