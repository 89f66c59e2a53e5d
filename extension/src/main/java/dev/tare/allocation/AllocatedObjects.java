package dev.tare.allocation;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.agent.record.CallTreeNode;
import dev.tare.internal.agent.record.WeavingLock.WeavingTurn;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationCounters.Absence;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.allocation.ObjectCounter;
import dev.tare.internal.allocation.ObjectTally;
import dev.tare.internal.allocation.SiteRows;
import dev.tare.internal.call.PlantedClass;
import dev.tare.model.Breakdown;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Count;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Metric of {@link MaxAllocations}: counts objects with the application woven, and the methods of
 * libraries and the JDK that it calls and that allocate. The bytes of what is not seen make the
 * number an interval.
 *
 * @param method the method whose calls are measured in place of the test; empty for the test
 */
record AllocatedObjects(CountedClasses counted, Budget promised, Schedule schedule, String method)
    implements Metric {

  /**
   * The sites whose objects count.
   *
   * @param membership whether the objects of a class count, by its name
   * @param first whether the counted call is the first one
   */
  private record Selection(Function<String, Membership> membership, boolean first) {

    private boolean counts(CallTreeNode share) {
      return membership.apply(share.name()) == Membership.YES;
    }

    List<CallTreeNode> shares(ObjectTally tally) {
      return tally.fewest(this::counts);
    }

    Count fewest(ObjectTally tally) {
      return new Count(shares(tally).stream().mapToLong(CallTreeNode::count).sum());
    }

    Count most(ObjectTally tally) {
      return new Count(tally.most(this::counts, this::mayCount));
    }

    /** Returns whether objects that are not counted at the site may be of a class that counts. */
    boolean mayCount(CallTreeNode share) {
      boolean links = first && share.site().called().isEmpty(); // which creates other objects too
      List<String> types = links ? List.of() : share.site().uncountedClasses();
      return types.isEmpty()
          || types.stream().anyMatch(type -> membership.apply(type) != Membership.NO);
    }
  }

  static Metric of(MaxAllocations annotation, Subject.Site site, Configuration configuration) {
    Class<?> packageOf = annotation.packageOf();
    CountedClasses counted =
        new CountedClasses(annotation.type(), packageOf == Unset.class ? null : packageOf);
    Schedule schedule = Schedule.of(annotation.warmups(), annotation.runs());
    long plus = annotation.plus();
    boolean hasValue = annotation.value() != Unset.NUMBER;
    BaselineLimit relative =
        new BaselineLimit(
            annotation.baseline(),
            annotation.maxRatio(),
            plus == Unset.NUMBER ? "" : "plus = " + plus,
            hasValue);
    String baseline = relative.isSet() ? relative.baseline() : "";
    AllocatedObjects test =
        of(counted, hasValue ? new Count(annotation.value()) : null, schedule, "");
    if (baseline.isEmpty()) {
      return hasValue
          ? test
          : new AllocatedObjects(
              counted, configuration.unlimited(test.figure(), "value = 0"), schedule, "");
    }
    return new RelativeAllocation(
        test,
        of(counted, null, schedule, baseline),
        baseline,
        relative.budgets(test.figure(), () -> new Count(plus), site));
  }

  static AllocatedObjects of(
      CountedClasses counted, @Nullable Count limit, Schedule schedule, String method) {
    Figure figure = new Figure("allocated-objects", "allocated objects" + counted.phrase(), true);
    return new AllocatedObjects(counted, new Budget(figure, limit), schedule, method);
  }

  private Figure figure() {
    return promised.figure();
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 210;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    TestBody body = method.isEmpty() ? subject.body() : subject.variant(method);
    Optional<AllocationCounter> counter = AllocationCounters.currentThread();
    if (counter.isEmpty() || !AllocationCounters.countThisThread()) {
      Absence absence = AllocationCounters.absence();
      return missing(body, absence.reason(), absence.remedy());
    }
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return denied(body, denial);
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn;
        OptimizerHold optimizer = OptimizerHold.open()) {
      ObjectCounter objects =
          new ObjectCounter(
              permit.instrumentation(),
              counter.get(),
              subject.testInstances(),
              counted.leastSize());
      Measurement measured = measurement(objects, body, subject, schedule, budgets.get(0));
      Optional<String> obstacle = optimizer.obstacle();
      return List.of(
          measured instanceof Observed observed && obstacle.isPresent()
              ? observed.atLeast(obstacle.get())
              : measured);
    }
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured)
      throws Throwable {
    PlantedClass plant = PlantedClass.beside(subject.testInstances());
    CountedClasses ofPlanted = counted.withObjectsOf(plant.type());
    double objects = limits.get(0).amount() + 1;
    return Optional.of(
        new Broken(
            new AllocatedObjects(ofPlanted, promised, schedule, method),
            (value, argument) -> {
              plant.create(objects);
              return value;
            }));
  }

  private List<Measurement> denied(TestBody body, WeavingTurn.Denial denial) throws Throwable {
    if (!denial.busy()) {
      return missing(body, denial.reason(), denial.remedy());
    }
    body.run();
    String reason = denial.reason() + "; run this one alone";
    return List.of(Observed.unknown(figure(), new Count(0), reason));
  }

  /** Calls the body, because its own failure takes precedence, and returns a missing number. */
  private List<Measurement> missing(TestBody body, String reason, String remedy) throws Throwable {
    body.run();
    return List.of(new Missing(figure(), reason, remedy));
  }

  private Measurement measurement(
      ObjectCounter objects, TestBody body, Subject subject, Schedule schedule, Budget budget)
      throws Throwable {
    Selection selection =
        new Selection(
            counted.membershipByName(subject.testInstances()),
            ObjectCounter.warmupCalls(schedule.warmups(), schedule.runs()) == 0);
    Quantity limit = budget.limit();
    List<ObjectTally> tallies =
        objects.count(
            body,
            schedule.warmups(),
            schedule.runs(),
            call -> limit != null && selection.most(call).compare(limit) <= 0);
    tallies.sort(
        Comparator.comparing(selection::fewest, Count::compare)
            .thenComparing(selection::most, Count::compare));
    Observed observed = observed(tallies, schedule, selection);
    List<Count> most = tallies.stream().map(selection::most).sorted(Count::compare).toList();
    Quantity judged = limit == null ? observed.upper() : limit;
    return budget.judge(observed).outcome() == Outcome.WITHIN
            && most.get(most.size() - 1).compare(judged) > 0
        ? DifferingCalls.upTo(most.get(Math.max(0, most.size() - 2)), judged, observed, "")
        : observed;
  }

  private Observed observed(List<ObjectTally> tallies, Schedule schedule, Selection selection) {
    ObjectTally smallest = tallies.get(0);
    Count least = selection.fewest(smallest);
    Count largest = tallies.stream().map(selection::fewest).max(Count::compare).orElseThrow();
    // the calls may differ, so another one may have had fewer objects
    Count most = tallies.stream().map(selection::most).min(Count::compare).orElseThrow();
    boolean exact = least.equals(most);
    return new Observed(
        figure(),
        least,
        least,
        most,
        new Sampling(
            "minimum",
            schedule.runs(),
            ObjectCounter.warmupCalls(schedule.warmups(), schedule.runs()),
            least,
            largest,
            null),
        List.of("this thread only", reachPhrase(smallest.reach())),
        exact ? List.of() : List.of(unrecorded(smallest, selection)),
        new Breakdown(
            least,
            SiteRows.ofObjects(selection.shares(smallest)),
            exact ? List.of() : skipped(smallest)));
  }

  private static String reachPhrase(ClassOrigin reach) {
    return reach == ClassOrigin.JDK
        ? "objects created by the application, libraries and the JDK"
        : "objects created by the application";
  }

  private static Remark unrecorded(ObjectTally tally, Selection selection) {
    return Remark.of(
        "unseen-objects",
        "{callers} allocated {bytes} in an unknown number of objects that count: at least {least}, at most {most}",
        tally.reach() == ClassOrigin.JDK ? CodeSite.ELSEWHERE.name() : "what the application calls",
        new DataSize(tally.unrecordedBytes(selection::mayCount)),
        selection.fewest(tally).items() - tally.count(selection::counts),
        tally.maxUnrecordedObjects(selection::mayCount));
  }

  private static List<Remark> skipped(ObjectTally tally) {
    return tally.skipped().isEmpty()
        ? List.of()
        : List.of(
            Remark.of(
                "unwoven",
                "could not be woven, so what they create is not seen: [{classes}]",
                new ArrayList<>(tally.skipped())));
  }
}
