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
import dev.tare.internal.survival.ReleasedObjects;
import dev.tare.internal.survival.Survival;
import dev.tare.internal.survival.SurvivorSearch;
import dev.tare.internal.survival.SurvivorSearch.HolderKind;
import dev.tare.internal.survival.SurvivorSearch.Survivor;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Remark;
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
 * @param parameter the index of the judged parameter; -1 if none or several are judged, so that a
 *     further call of the body would show nothing
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
            ? new Missing(UncollectedObjects.FIGURE, refusal.get(), ReleasableKind.REMEDY)
            : measurement(released, subject));
  }

  private static Optional<String> callAndRelease(TestBody body, ReleasedObjects released)
      throws Throwable {
    Object returned = body.call();
    Optional<String> refusal = ReleasableKind.refusal(returned);
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
      return doubtful(
          "what holds the objects cannot be searched: " + e.getMessage() + dump("; "), survival);
    }
  }

  /** Returns the measurement if no weak reference leads to an object any more. */
  private static Measurement noSurvivors(Survival survival, ReleasedObjects released) {
    return released.finalizingCount() == 0
        ? CollectionFigures.countOnly(survival)
        : new Doubtful(
            UncollectedObjects.FIGURE,
            "an object was not collected, since a finalizer has not run or has made it reachable"
                + " again; give finalizers time, for example within = \"2 s\", or remove them",
            null);
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
                  + " references or let go of the loader in the test"
                  + dump("; "),
              survival)
          : new Missing(
              UncollectedObjects.FIGURE,
              "the test, JUnit or the JDK itself still holds an object that the test let go of: "
                  + CollectionFigures.text(ofTheTest.get(0).path()),
              "let go of an object that the test creates and that only its local variables hold");
    }
    return figures.measured(
        judgesReturned ? "returned by" : "handed over by",
        released.type().orElse("objects"),
        search.heldBy(HolderKind.UNSEEN).isEmpty() ? "" : dump(""),
        breakdown == Breakdowns.NEVER ? List.of() : holders(figures, subject));
  }

  /** Returns remarks on what holds the objects, and on the line that created them. */
  private List<Remark> holders(CollectionFigures figures, Subject subject) {
    List<Remark> remarks = figures.holders();
    if (judgesReturned || parameter >= 0) {
      CreationLine.find(
              () -> callAgain(subject), figures.counted().get(0).type(), subject.testInstances())
          .ifPresent(
              line -> remarks.add(Remark.of(Remark.MADE_AT, "{line}, in one more call", line)));
    }
    return remarks;
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

  private static Doubtful doubtful(String reason, Survival survival) {
    return new Doubtful(UncollectedObjects.FIGURE, reason, CollectionFigures.countOnly(survival));
  }

  /** Writes a heap dump and returns a phrase about it; an empty text if none is wanted. */
  private String dump(String separator) {
    return heapDumps == null ? "" : separator + HeapDump.write(heapDumps);
  }
}
