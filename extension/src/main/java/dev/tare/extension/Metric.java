package dev.tare.extension;

import java.lang.annotation.Annotation;
import org.apiguardian.api.API;

/**
 * Reads one type of annotation into a {@link MeasurementPlan}: limits, schedule and meter.
 *
 * <p>A metric has no state: the extension creates an instance whenever it reads an annotation.
 *
 * @param <A> the annotation, meta-annotated with {@link MeasuredBy}
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Metric<A extends Annotation> {

  /**
   * Reads an annotation before its test runs, and possibly again for each invocation of the test.
   * Annotations of tests that do not run are read, too. So this method must not measure or load an
   * agent, which is the task of the meter.
   *
   * @param annotation the annotation
   * @param site its place in the test code
   * @param configuration policy and defaults of the suite
   * @throws IllegalArgumentException if the annotation is invalid, or does not apply to its site.
   *     The message quotes the text and gives an accepted example; the extension prepends the
   *     annotation and the method
   */
  MeasurementPlan read(A annotation, Subject.Site site, Configuration configuration);
}
