package dev.tare.survival;

import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.HeapDumps;
import dev.tare.extension.MeasurementPlan;
import dev.tare.extension.MeasurementPlan.Trait;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;

/** Metric of the objects that are not collected after a test has let go of them. */
final class UncollectedObjects implements Metric<MustBeCollected> {

  static final Figure FIGURE = new Figure("uncollected-objects", "uncollected objects", true);

  private static final int ORDER = 500;

  @Override
  public MeasurementPlan read(
      MustBeCollected annotation, Subject.Site site, Configuration configuration) {
    Duration within = Duration.ofNanos(Math.round(Elapsed.parse(annotation.within()).nanos()));
    List<Class<?>> types = List.of(site.method().getParameterTypes());
    int first = types.indexOf(Released.class);
    int parameter = first == types.lastIndexOf(Released.class) ? first : -1;
    boolean returnsAnObject = !site.method().getReturnType().isPrimitive();
    if (site.element() instanceof Parameter annotated) {
      requireReleased(annotated);
      parameter = List.of(annotated.getDeclaringExecutable().getParameters()).indexOf(annotated);
    } else if (first >= 0 && returnsAnObject) {
      throw new IllegalArgumentException(
          "the method both returns an object and has a Released parameter; return nothing, for"
              + " example \"void %s(Released<Session> sessions)\""
                  .formatted(site.method().getName()));
    }
    boolean isSkipped =
        !site.direct() && ReleasableKind.isNeverJudged(site.method().getReturnType());
    if (isFactory(site) || (first < 0 && (!returnsAnObject || isSkipped))) {
      return nothingReleased(site);
    }
    MeasurementPlan plan =
        MeasurementPlan.of(
                List.of(Budget.atMost(FIGURE, new Count(0))),
                Schedule.ONCE,
                new CollectionMeter(
                    first < 0,
                    parameter,
                    within,
                    configuration.breakdown(),
                    configuration.heapDump() == HeapDumps.KEEP
                        ? Path.of(
                            configuration
                                .reportDirectory()
                                .orElse(System.getProperty("java.io.tmpdir")))
                        : null))
            .withOrder(ORDER);
    // needs calls of its own: an object that another annotation measures is still in use
    return plan.with(first < 0 ? Trait.NEEDS_MANY_CALLS : Trait.WEIGHS_VALUES);
  }

  /**
   * Returns whether the method is a test factory; false for a lambda, where JUnit may be absent.
   */
  private static boolean isFactory(Subject.Site site) {
    return site.ofTest() && AnnotationSupport.isAnnotated(site.method(), TestFactory.class);
  }

  private static MeasurementPlan nothingReleased(Subject.Site site) {
    if (!site.direct()) {
      return MeasurementPlan.notApplicable();
    }
    throw new IllegalArgumentException(
        !site.ofTest()
            ? "the body returns no object; return the one that must be collected, for example \"() ->"
                + " server.openSession()\""
            : isFactory(site)
                ? "the values of a @TestFactory are not measured; call Tare.calling(...) in the"
                    + " dynamic test"
                : "the method lets go of no object; return one, for example \"Session %s()\", or hand it over"
                        .formatted(site.method().getName())
                    + " through a parameter \"@MustBeCollected Released<Session> sessions\"");
  }

  private static void requireReleased(Parameter parameter) {
    if (parameter.getType() != Released.class) {
      throw new IllegalArgumentException(
          "no object can be let go of through a parameter of type %s; declare it as \"Released<Session> %s\""
              .formatted(parameter.getType().getSimpleName(), parameter.getName()));
    }
  }
}
