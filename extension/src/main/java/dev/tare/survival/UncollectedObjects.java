package dev.tare.survival;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.PlantedClass;
import dev.tare.internal.call.TestOverlap;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.internal.survival.ReleasedObjects.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.internal.survival.SurvivorSearch.HolderKind;
import dev.tare.internal.survival.SurvivorSearch.Survivor;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.unit.Count;
import dev.tare.unit.Elapsed;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Metric of the objects that are not collected after a test has let go of them. Collects garbage
 * after the body, and searches for what holds the objects that are left.
 *
 * <p>No frame may refer to a released object during a collection: an interpreted method keeps the
 * objects of its dead local variables alive. So only {@link #callAndRelease} handles such an
 * object.
 *
 * @param judgesReturned whether the returned object is judged, and not those of a parameter
 * @param within the time that other threads have to let go of the objects
 */
record UncollectedObjects(List<Budget> budgets, boolean judgesReturned, Duration within)
    implements Metric {

  static final Figure FIGURE = new Figure("uncollected-objects", "uncollected objects", true);

  static UncollectedObjects of(
      MustBeCollected annotation, Subject.Site site, Configuration configuration) {
    return of(annotation.within(), site);
  }

  static UncollectedObjects of(String within, Subject.Site site) {
    Duration time = Duration.ofNanos(Math.round(Elapsed.parse(within).nanos()));
    List<Class<?>> types = List.of(site.method().getParameterTypes());
    boolean isHandedOver = types.contains(Released.class);
    boolean returnsAnObject = !site.method().getReturnType().isPrimitive();
    if (site.element() instanceof Parameter annotated) {
      requireReleased(annotated);
    } else if (isHandedOver && returnsAnObject) {
      throw new IllegalArgumentException(
          "the method both returns an object and has a Released parameter; return nothing, for"
              + " example \"void %s(Released<Session> sessions)\""
                  .formatted(site.method().getName()));
    }
    boolean isSkipped = !site.direct() && Released.isNeverJudged(site.method().getReturnType());
    if (isFactory(site) || (!isHandedOver && (!returnsAnObject || isSkipped))) {
      return nothingReleased(site);
    }
    return new UncollectedObjects(
        List.of(Budget.atMost(FIGURE, new Count(0))), !isHandedOver, time);
  }

  /**
   * Returns whether the method is a test factory; false for a lambda, where JUnit may be absent.
   */
  private static boolean isFactory(Subject.Site site) {
    return site.ofTest() && AnnotationSupport.isAnnotated(site.method(), TestFactory.class);
  }

  private static UncollectedObjects nothingReleased(Subject.Site site) {
    if (!site.direct()) {
      return new UncollectedObjects(List.of(), false, Duration.ZERO);
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

  @Override
  public int order() {
    return 500;
  }

  /** Needs calls of its own: an object that another annotation measures is still in use. */
  @Override
  public boolean needsManyCalls() {
    return judgesReturned;
  }

  @Override
  public boolean weighsValues() {
    return !judgesReturned;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    if (!judgesReturned) {
      return List.of(
          measurement(
              subject.value() instanceof ReleasedObjects handedOver
                  ? handedOver
                  : new ReleasedObjects(),
              subject));
    }
    ReleasedObjects released = new ReleasedObjects();
    Optional<String> refusal = callAndRelease(subject.body(), released);
    subject.body().forget();
    return List.of(
        refusal.isPresent()
            ? new Missing(FIGURE, refusal.get(), Released.REMEDY)
            : measurement(released, subject));
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    PlantedClass plant = PlantedClass.beside(subject.testInstances());
    return Optional.of(
        new Broken(
            this,
            (value, argument) -> {
              if (value instanceof ReleasedObjects released) {
                Object more = new Object[0];
                plant.hold(more);
                released.add(more);
              } else {
                plant.hold(value);
              }
              return value;
            }));
  }

  private static Optional<String> callAndRelease(TestBody body, ReleasedObjects released)
      throws Throwable {
    Object returned = body.call();
    Optional<String> refusal = Released.refusal(returned);
    if (returned != null && refusal.isEmpty()) {
      released.add(returned);
    }
    return refusal;
  }

  private Measurement measurement(ReleasedObjects released, Subject subject) {
    if (released.count() == 0) {
      return new Missing(
          FIGURE,
          "the test let go of no object",
          "call letGo(object) of the parameter in the test");
    }
    Survival survival = Survival.of(released, within);
    if (!survival.collects()) {
      return new Missing(FIGURE, Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
    }
    if (survival.survivors() == 0) {
      return noSurvivors(survival, released);
    }
    if (subject.concurrent()) {
      return doubtful(TestOverlap.reason("and may hold the objects for a moment"), survival);
    }
    List<Object> testObjects = new ArrayList<>(subject.testInstances());
    testObjects.addAll(subject.arguments());
    testObjects.add(subject); // leads to JUnit's stores, which otherwise only frames of JUnit hold
    try {
      return confirmed(SurvivorSearch.of(released, survival, testObjects), released, subject);
    } catch (UnweighableException e) {
      return doubtful("what holds the objects cannot be searched: " + e.getMessage(), survival);
    }
  }

  /** Returns the measurement if no weak reference leads to an object any more. */
  private static Measurement noSurvivors(Survival survival, ReleasedObjects released) {
    return released.finalizingCount() == 0
        ? CollectionFigures.countOnly(survival)
        : Observed.unknown(
            FIGURE,
            new Count(0),
            "an object was not collected, since a finalizer has not run or has made it reachable"
                + " again; give finalizers time, for example within = \"2 s\", or remove them");
  }

  /**
   * Collects once more after a search, since other threads may have let go of objects meanwhile.
   */
  private Measurement confirmed(SurvivorSearch search, ReleasedObjects released, Subject subject) {
    Survival survival = search.survival().confirmed(released);
    if (survival.survivors() == 0) {
      return noSurvivors(survival, released);
    }
    if (survival.survivors() < search.survival().survivors()) {
      return doubtful(
          "other threads let go of some objects late; give them time for the rest, for example"
              + " within = \"2 s\"",
          survival);
    }
    CollectionFigures figures = new CollectionFigures(survival, search);
    if (figures.counted().isEmpty()) {
      List<Survivor> ofTheTest = search.heldBy(HolderKind.TEST);
      return ofTheTest.isEmpty()
          ? doubtful(
              "only soft references or a class loader that nothing visible holds lead to the"
                  + " objects, so that a local variable or native code may hold them; clear these"
                  + " references or let go of the loader in the test",
              survival)
          : new Missing(
              FIGURE,
              "the test, JUnit or the JDK itself still holds an object that the test let go of: "
                  + CollectionFigures.text(ofTheTest.get(0).path()),
              "let go of an object that the test creates and that only its local variables hold");
    }
    return figures.measured(
        judgesReturned ? "returned by" : "handed over by",
        released.type().orElse("objects"),
        subject.configuration().breakdown() == Breakdowns.NEVER ? List.of() : figures.holders());
  }

  private static Observed doubtful(String reason, Survival survival) {
    return CollectionFigures.countOnly(survival).inDoubt(reason);
  }
}
