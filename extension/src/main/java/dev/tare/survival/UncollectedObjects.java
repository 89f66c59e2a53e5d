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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
    boolean hasParameter =
        site.element() instanceof Parameter parameter
            ? requireReleased(parameter)
            : Arrays.asList(site.method().getParameterTypes()).contains(Released.class);
    if (isFactory(site) || (!hasParameter && (!returnsAnObject(site) || isSkippedDefault(site)))) {
      return nothingReleased(site);
    }
    if (hasParameter && !(site.element() instanceof Parameter) && returnsAnObject(site)) {
      throw new IllegalArgumentException(
          "the method both returns an object and has a Released parameter; return nothing, for"
              + " example \"void %s(Released<Session> sessions)\""
                  .formatted(site.method().getName()));
    }
    MeasurementPlan plan =
        MeasurementPlan.of(
                List.of(Budget.atMost(FIGURE, new Count(0))),
                Schedule.ONCE,
                new CollectionMeter(
                    !hasParameter,
                    hasParameter ? judgedParameter(site) : -1,
                    within,
                    configuration.breakdown(),
                    heapDumps(configuration)))
            .withOrder(ORDER);
    // needs calls of its own: an object that another annotation measures is still in use
    return plan.with(hasParameter ? Trait.WEIGHS_VALUES : Trait.NEEDS_MANY_CALLS);
  }

  private static @Nullable Path heapDumps(Configuration configuration) {
    return configuration.heapDump() == HeapDumps.KEEP
        ? Path.of(configuration.reportDirectory().orElse(System.getProperty("java.io.tmpdir")))
        : null;
  }

  /** Returns the index of the judged parameter; -1 if there are several. */
  private static int judgedParameter(Subject.Site site) {
    if (site.element() instanceof Parameter parameter) {
      return List.of(parameter.getDeclaringExecutable().getParameters()).indexOf(parameter);
    }
    List<Class<?>> types = List.of(site.method().getParameterTypes());
    int first = types.indexOf(Released.class);
    return first == types.lastIndexOf(Released.class) ? first : -1;
  }

  private static boolean returnsAnObject(Subject.Site site) {
    return !site.method().getReturnType().isPrimitive();
  }

  /**
   * Returns whether the annotation of the class does not apply to the method, since this returns
   * what is never judged, such as a number.
   */
  private static boolean isSkippedDefault(Subject.Site site) {
    return !site.direct() && ReleasableKind.isNeverJudged(site.method().getReturnType());
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
    if (!site.ofTest()) {
      throw new IllegalArgumentException(
          "the body returns no object; return the one that must be collected, for example \"() ->"
              + " server.openSession()\"");
    }
    if (isFactory(site)) {
      throw new IllegalArgumentException(
          "the values of a @TestFactory are not measured; call Tare.calling(...) in the dynamic test");
    }
    throw new IllegalArgumentException(
        "the method lets go of no object; return one, for example \"Session %s()\", or hand it over"
                .formatted(site.method().getName())
            + " through a parameter \"@MustBeCollected Released<Session> sessions\"");
  }

  /** Returns true if the parameter has the type {@link Released}; refuses it otherwise. */
  private static boolean requireReleased(Parameter parameter) {
    Class<?> type = parameter.getType();
    if (type != Released.class) {
      boolean isJudged = !type.isPrimitive() && !ReleasableKind.isNeverJudged(type);
      throw new IllegalArgumentException(
          "no object can be let go of through a parameter of type %s; declare it as \"Released<%s> %s\""
              .formatted(
                  type.getSimpleName(),
                  isJudged ? type.getSimpleName() : "Session",
                  parameter.getName()));
    }
    return true;
  }
}
