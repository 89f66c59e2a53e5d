package dev.tare.survival;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.TestOverlap;
import dev.tare.internal.survival.CreationLine;
import dev.tare.internal.survival.HeapDump;
import dev.tare.internal.survival.JdkConstants;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.unit.Count;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects garbage after the body, and searches for what holds the objects that are left.
 *
 * <p>No frame may refer to a released object during a collection: an interpreted method keeps the
 * objects of its dead local variables alive. So only {@link #callAndRelease} handles such an
 * object.
 *
 * @param judgesReturned whether the returned object is judged, and not those of a parameter
 * @param parameter the index of the judged parameter. -1 if none is judged, or if a further call of
 *     the body would show nothing: several are judged, or those of a test factory
 * @param within the time that other threads have to let go of the objects
 * @param breakdown when the message shows what holds the objects
 * @param heapDumps the folder for a heap dump if no path to an object is found; null to write none
 */
record CollectionMeter(
    boolean judgesReturned,
    int parameter,
    Duration within,
    Breakdowns breakdown,
    @Nullable Path heapDumps)
    implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    if (!judgesReturned) {
      return List.of(measurement(handedOver(subject), subject));
    }
    ReleasedObjects released = new ReleasedObjects();
    Optional<ReleasableKind.Refusal> refusal = callAndRelease(subject.body(), released);
    subject.body().forget();
    return List.of(
        refusal.isPresent()
            ? new Missing(UncollectedObjects.FIGURE, refusal.get().reason(), refusal.get().remedy())
            : measurement(released, subject));
  }

  private static ReleasedObjects handedOver(Subject subject) throws Throwable {
    return subject.value() instanceof ReleasedObjects released ? released : new ReleasedObjects();
  }

  private static Optional<ReleasableKind.Refusal> callAndRelease(
      TestBody body, ReleasedObjects released) throws Throwable {
    Object returned = body.call();
    Optional<ReleasableKind.Refusal> refusal = ReleasableKind.refusal(returned);
    if (returned != null && refusal.isEmpty()) {
      released.add(returned);
    }
    return refusal;
  }

  private Measurement measurement(ReleasedObjects released, Subject subject) {
    if (released.count() == 0) {
      return new Missing(
          UncollectedObjects.FIGURE,
          "the test let go of no object",
          "call letGo(object) of the parameter in the test");
    }
    Survival survival = Survival.of(released, within);
    if (!survival.collects()) {
      return new Missing(
          UncollectedObjects.FIGURE, Survival.NOT_COLLECTED, Survival.OTHER_COLLECTOR);
    }
    if (released.finalizingCount() > 0 && findsRevived(released)) {
      survival = survival.confirmed(released);
    }
    if (survival.survivors() == 0) {
      return noSurvivors(survival, released);
    }
    if (subject.concurrent()) {
      return new Doubtful(
          UncollectedObjects.FIGURE,
          TestOverlap.reason("and may hold the objects for a moment"),
          CollectionFigures.countOnly(survival));
    }
    List<Object> testObjects = new ArrayList<>(subject.testInstances());
    testObjects.addAll(subject.arguments());
    testObjects.add(subject); // leads to JUnit's stores, which otherwise only frames of JUnit hold
    return searchedAndConfirmed(released, survival, testObjects, subject);
  }

  /** Returns the measurement with what holds the objects, and with the line that created them. */
  private Measurement explained(CollectionFigures figures, Subject subject) {
    boolean isRepeatable = judgesReturned || parameter >= 0;
    return figures.measurement(
        type ->
            isRepeatable
                ? CreationLine.find(() -> callAgain(subject), type, subject.testInstances())
                : Optional.empty());
  }

  /** Calls the body once more, and returns the objects that it lets go of. */
  private ReleasedObjects callAgain(Subject subject) throws Throwable {
    ReleasedObjects released = new ReleasedObjects();
    if (judgesReturned) {
      callAndRelease(subject.body(), released);
      subject.body().forget();
    } else {
      subject.bodyWith(parameter, new Released<>(released)).run();
    }
    return released;
  }

  /**
   * Searches for objects that finalizers made reachable again. Returns whether there are any; false
   * if no agent can be loaded.
   */
  private static boolean findsRevived(ReleasedObjects released) {
    try {
      return released.findRevived();
    } catch (UnweighableException e) {
      return false;
    }
  }

  /** Returns the measurement if no weak reference leads to an object any more. */
  private static Measurement noSurvivors(Survival survival, ReleasedObjects released) {
    int finalizing = released.finalizingCount();
    return finalizing == 0
        ? CollectionFigures.allCollected(survival)
        : new Doubtful(
            UncollectedObjects.FIGURE,
            Count.withNoun(finalizing, "object was", "objects were")
                + " not collected, since a finalizer has not run or has made it reachable again;"
                + " give finalizers time, for example within = \"2 s\", or remove them",
            null);
  }

  /**
   * Searches for what holds the objects, and then collects once more, since other threads may have
   * released some during the search.
   */
  private Measurement searchedAndConfirmed(
      ReleasedObjects released, Survival survival, List<Object> testObjects, Subject subject) {
    Survival searched = survival;
    Optional<SurvivorSearch> search = Optional.empty();
    Optional<UnweighableException> obstacle = Optional.empty();
    try {
      search = Optional.of(SurvivorSearch.of(released, survival, testObjects));
      searched = search.get().survival();
    } catch (UnweighableException e) {
      obstacle = Optional.of(e);
    }
    Survival confirmed = searched.confirmed(released);
    if (confirmed.survivors() == 0) {
      return noSurvivors(confirmed, released);
    }
    if (confirmed.survivors() < searched.survivors()) {
      return new Doubtful(
          UncollectedObjects.FIGURE,
          "other threads let go of some objects late; give them time for the rest, for example"
              + " within = \"2 s\"",
          CollectionFigures.countOnly(confirmed));
    }
    Optional<Missing> shared = sharedByTheJdk(released);
    if (shared.isPresent()) {
      return shared.get();
    }
    boolean lacksPath = search.map(SurvivorSearch::lacksPath).orElse(true);
    String dump = heapDumps != null && lacksPath ? HeapDump.write(heapDumps) : null;
    if (search.isEmpty()) {
      return CollectionFigures.unsearched(confirmed, obstacle.orElseThrow(), dump);
    }
    CollectionFigures.Origin origin =
        new CollectionFigures.Origin(released.type().orElse(null), judgesReturned);
    List<Class<?>> testClasses = new ArrayList<>();
    subject.testInstances().forEach(test -> testClasses.add(test.getClass()));
    CollectionFigures figures =
        new CollectionFigures(confirmed, search.get(), origin, testClasses, dump);
    return breakdown == Breakdowns.NEVER ? figures.unexplained() : explained(figures, subject);
  }

  private static Optional<Missing> sharedByTheJdk(ReleasedObjects released) {
    try {
      return JdkConstants.path(released)
          .map(
              path ->
                  new Missing(
                      UncollectedObjects.FIGURE,
                      "the JDK shares an object that the test let go of, and always keeps it: "
                          + path.description(),
                      "let go of an object that the test creates"));
    } catch (UnweighableException e) {
      return Optional.empty(); // no agent, so that the verdict is inconclusive
    }
  }
}
