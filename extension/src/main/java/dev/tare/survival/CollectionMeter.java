package dev.tare.survival;

import dev.tare.body.TestBody;
import dev.tare.extension.Configuration.Breakdowns;
import dev.tare.extension.Configuration.HeapDumps;
import dev.tare.extension.Meter;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.call.TestOverlap;
import dev.tare.internal.survival.CreationLine;
import dev.tare.internal.survival.JdkConstants;
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.unit.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects garbage after the body, and searches what holds the objects that are left.
 *
 * <p>No frame may refer to such an object during a collection: an interpreted method keeps the
 * objects of its dead local variables alive. So only {@link #callAndRelease} handles one.
 *
 * @param ofReturned whether the returned object is judged, and not those of a parameter
 * @param parameter the index of the parameter; -1 if none is judged, or several or those of a test
 *     factory are, so that a further call of the body shows nothing
 * @param within the time that other threads have to let go
 * @param softly whether objects that only soft references hold count
 * @param breakdown when the message shows what holds them; never {@link Breakdowns#UNSET}
 * @param heapDump what becomes of the heap dump that is searched for what a walk cannot see
 */
record CollectionMeter(
    boolean ofReturned,
    int parameter,
    Duration within,
    boolean softly,
    Breakdowns breakdown,
    HeapDumps heapDump)
    implements Meter {

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    if (!ofReturned) {
      return List.of(judged(handedOver(subject), subject));
    }
    ReleasedObjects released = new ReleasedObjects();
    Optional<ReleasableKind.Refusal> refusal = callAndRelease(subject.body(), released);
    subject.body().forget();
    return List.of(
        refusal.isPresent()
            ? new Missing(UncollectedObjects.FIGURE, refusal.get().reason(), refusal.get().remedy())
            : judged(released, subject));
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

  private Measurement judged(ReleasedObjects released, Subject subject) {
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
    if (released.finalizing() > 0 && isRevived(released)) {
      survival = survival.confirmed(released);
    }
    if (survival.survivors() == 0) {
      return none(survival, released);
    }
    if (subject.concurrent()) {
      return new Doubtful(
          UncollectedObjects.FIGURE,
          TestOverlap.reason("and may hold the objects for a moment"),
          SurvivalFigures.all(survival));
    }
    List<Object> ofTheTest = new ArrayList<>(subject.testInstances());
    ofTheTest.addAll(subject.arguments());
    return searched(released, survival, ofTheTest, subject);
  }

  /** Returns the figures with what holds the objects, and with the line that created them. */
  private Measurement explained(SurvivalFigures figures, Subject subject) {
    boolean repeatable = ofReturned || parameter >= 0;
    return figures.measurement(
        type ->
            repeatable
                ? CreationLine.of(() -> again(subject), type, subject.testInstances())
                : Optional.empty());
  }

  /** Calls the body once more, and returns the objects that it lets go of. */
  private ReleasedObjects again(Subject subject) throws Throwable {
    ReleasedObjects released = new ReleasedObjects();
    if (ofReturned) {
      callAndRelease(subject.body(), released);
      subject.body().forget();
    } else {
      subject.bodyWith(parameter, new Released<>(released)).run();
    }
    return released;
  }

  /** Returns whether a finalizer has made an object reachable again, as far as can be seen. */
  private static boolean isRevived(ReleasedObjects released) {
    try {
      return released.findRevived();
    } catch (UnweighableException e) {
      return false;
    }
  }

  /** Returns the measurement if no weak reference to an object is left. */
  private static Measurement none(Survival survival, ReleasedObjects released) {
    int finalizing = released.finalizing();
    return finalizing == 0
        ? SurvivalFigures.none(survival)
        : new Doubtful(
            UncollectedObjects.FIGURE,
            Count.withNoun(finalizing, "object was", "objects were")
                + " not collected, since a finalizer has not run or has made it reachable again;"
                + " give finalizers time, for example within = \"2 s\", or remove them",
            null);
  }

  private SurvivorSearch.Purpose purpose() {
    return new SurvivorSearch.Purpose(
        softly, breakdown != Breakdowns.NEVER, heapDump == HeapDumps.KEEP);
  }

  /** Searches, and collects once more, since objects may be released during the search. */
  private Measurement searched(
      ReleasedObjects released, Survival survival, List<Object> ofTheTest, Subject subject) {
    Optional<SurvivorSearch> search = Optional.empty();
    Optional<UnweighableException> obstacle = Optional.empty();
    try {
      search =
          Optional.of(
              heapDump == HeapDumps.NEVER
                  ? SurvivorSearch.of(released, ofTheTest)
                  : SurvivorSearch.withDump(released, ofTheTest, purpose()));
    } catch (UnweighableException e) {
      obstacle = Optional.of(e);
    }
    Survival confirmed = survival.confirmed(released);
    if (confirmed.survivors() == 0) {
      return none(confirmed, released);
    }
    if (confirmed.survivors() < survival.survivors()) {
      return new Doubtful(
          UncollectedObjects.FIGURE,
          "other threads let go of some objects late; give them time for the rest, for example"
              + " within = \"2 s\"",
          SurvivalFigures.all(confirmed));
    }
    Optional<Missing> shared = sharedByTheJdk(released);
    if (shared.isPresent()) {
      return shared.get();
    }
    if (search.isEmpty()) {
      return SurvivalFigures.unsearched(confirmed, obstacle.orElseThrow());
    }
    SurvivalFigures.Origin origin =
        new SurvivalFigures.Origin(released.type().orElse(null), ofReturned);
    List<Class<?>> testClasses = new ArrayList<>();
    subject.testInstances().forEach(test -> testClasses.add(test.getClass()));
    SurvivalFigures figures =
        new SurvivalFigures(confirmed, search.get(), origin, softly, testClasses);
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
      return Optional.empty(); // then the path says as much
    }
  }
}
