package dev.tare.examples.ownmetric;

import dev.tare.extension.MeasuredBy;
import dev.tare.extension.Unset;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/** Limits the threads that a call of the test may start. */
// tag::annotation[]
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@MeasuredBy(StartedThreads.class)
@Testable
public @interface MaxStartedThreads {

  /** The largest number of threads per call. */
  int value();

  /** Judged calls; the minimum is judged. */
  int runs() default Unset.NUMBER;

  /** Calls before the judged ones. */
  int warmups() default Unset.NUMBER;
}
// end::annotation[]
