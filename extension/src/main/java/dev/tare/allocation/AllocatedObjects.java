package dev.tare.allocation;

import static java.util.Objects.requireNonNull;

import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.extension.Unset;
import dev.tare.internal.agent.record.OptimizerHold;
import dev.tare.internal.agent.record.SiteShare;
import dev.tare.internal.agent.record.WeavingTurn;
import dev.tare.internal.agent.weave.ClassOrigin;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationCounters.Absence;
import dev.tare.internal.allocation.CountedClasses;
import dev.tare.internal.allocation.CountedClasses.Membership;
import dev.tare.internal.allocation.ObjectCounter;
import dev.tare.internal.allocation.ObjectTally;
import dev.tare.internal.allocation.SiteRows;
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
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Metric of {@link MaxAllocations}: counts objects with the application woven. If the count does
 * not decide, methods of libraries and the JDK that allocate are woven too, and then the
 * constructors of the classes whose objects count. What is not seen then makes the number an
 * interval.
 */
record AllocatedObjects(CountedClasses counted, Budget promised, Schedule schedule)
    implements Metric {

  /**
   * The sites whose objects count.
   *
   * @param membership whether the objects of a class count, by its name
   */
  private record Selection(Function<String, Membership> membership) {

    boolean counts(SiteShare share) {
      return membership.apply(share.name()) == Membership.YES;
    }

    /** Returns whether objects that are not counted at the site may be of a class that counts. */
    boolean mayCount(SiteShare share) {
      List<String> types = share.site().possibleTypes();
      return types.isEmpty()
          || types.stream().anyMatch(type -> membership.apply(type) != Membership.NO);
    }
  }

  static AllocatedObjects of(MaxAllocations annotation) {
    Class<?> packageOf = annotation.packageOf();
    return of(
        new CountedClasses(annotation.type(), packageOf == Unset.class ? null : packageOf),
        annotation.value(),
        Schedule.of(annotation.warmups(), annotation.runs()));
  }

  static AllocatedObjects of(CountedClasses counted, long limit, Schedule schedule) {
    Figure figure = new Figure("allocated-objects", "allocated objects" + counted.phrase(), true);
    return new AllocatedObjects(counted, Budget.atMost(figure, new Count(limit)), schedule);
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
    Optional<AllocationCounter> counter = AllocationCounters.currentThread();
    if (counter.isEmpty() || !AllocationCounters.countThisThread()) {
      Absence absence = AllocationCounters.absence();
      return missing(subject, absence.reason(), absence.remedy());
    }
    WeavingTurn turn = WeavingTurn.take();
    if (turn instanceof WeavingTurn.Denial denial) {
      return denied(subject, denial);
    }
    try (WeavingTurn.Permit permit = (WeavingTurn.Permit) turn;
        OptimizerHold optimizer = OptimizerHold.open()) {
      ObjectCounter objects =
          new ObjectCounter(
              permit.instrumentation(), counter.get(), subject.testInstances(), counted);
      Measurement measured = measurement(objects, subject, schedule, budgets.get(0));
      return List.of(
          measured instanceof Observed observed && optimizer.obstacle().isPresent()
              ? observed.atLeast(optimizer.obstacle().get())
              : measured);
    }
  }

  private List<Measurement> denied(Subject subject, WeavingTurn.Denial denial) throws Throwable {
    if (!denial.busy()) {
      return missing(subject, denial.reason(), denial.remedy());
    }
    subject.call();
    String reason = denial.reason() + "; run this one alone";
    return List.of(Observed.unknown(figure(), new Count(0), reason));
  }

  /** Calls the body, because its own failure takes precedence, and returns a missing number. */
  private List<Measurement> missing(Subject subject, String reason, String remedy)
      throws Throwable {
    subject.call();
    return List.of(new Missing(figure(), reason, remedy));
  }

  private Measurement measurement(
      ObjectCounter objects, Subject subject, Schedule schedule, Budget budget) throws Throwable {
    Selection selection = new Selection(counted.membershipByName(subject.testInstances()));
    // at first, an exact number does not suffice: rows of objects that are not seen have no types
    List<ObjectTally> tallies =
        tallies(
            objects,
            subject,
            schedule,
            selection,
            first -> {
              Observed observed = observed(first, schedule, selection);
              boolean isSeen = first.get(0).maxUnrecordedObjects(selection::mayCount) == 0;
              return schedule.once()
                  || ((isSeen || isWithin(observed, budget))
                      && !isOpen(observed, first, selection, budget));
            });
    Observed observed = observed(tallies, schedule, selection);
    List<List<SiteShare>> constructed = List.of();
    if (!schedule.once() && isOpen(observed, tallies, selection, budget)) {
      constructed = objects.constructed(subject.body(), schedule.runs());
      observed = withConstructed(observed, constructed);
    }
    return isWithin(observed, budget)
        ? ofAllCalls(observed, tallies, constructed, selection, requireNonNull(budget.limit()))
        : observed;
  }

  /** Returns a measurement within the limit, or with an interval up to other calls above it. */
  private static Observed ofAllCalls(
      Observed observed,
      List<ObjectTally> tallies,
      List<List<SiteShare>> constructed,
      Selection selection,
      Quantity limit) {
    List<Count> most =
        Stream.concat(
                tallies.stream().map(tally -> most(tally, selection)),
                constructed.stream().map(call -> new Count(ObjectCounter.number(call))))
            .sorted(Count::compare)
            .toList();
    return most.get(most.size() - 1).compare(limit) > 0
        ? DifferingCalls.upTo(most.get(Math.max(0, most.size() - 2)), limit, observed, "")
        : observed;
  }

  /**
   * Returns whether unseen objects decide: of the smallest call, or of as many others as put it in
   * doubt. Without a limit, returns whether the number is not exact.
   */
  private static boolean isOpen(
      Observed observed, List<ObjectTally> tallies, Selection selection, Budget budget) {
    Quantity limit = budget.limit();
    if (limit == null) {
      return !observed.isExact();
    }
    long open =
        tallies.stream()
            .filter(tally -> fewest(tally, selection).compare(limit) <= 0)
            .filter(tally -> most(tally, selection).compare(limit) > 0)
            .count();
    return open > 1 || budget.judge(observed).outcome() == Outcome.INCONCLUSIVE;
  }

  /**
   * Returns the measurement with the objects whose constructors ran as its lower bound, if they are
   * more than those counted so far.
   */
  private static Observed withConstructed(Observed observed, List<List<SiteShare>> constructed) {
    if (constructed.isEmpty()) {
      return observed;
    }
    List<SiteShare> fewest = constructed.get(0);
    Count number = new Count(ObjectCounter.number(fewest));
    Count largest = new Count(ObjectCounter.number(constructed.get(constructed.size() - 1)));
    Sampling sampling = observed.sampling();
    if (number.compare(observed.value()) <= 0) {
      return largest.compare(sampling.largest()) <= 0
          ? observed
          : observed.withSampling(sampling(sampling, sampling.smallest(), largest));
    }
    // more than the bytes have room for only if the calls differ, or the JIT removed objects
    boolean fits = number.compare(observed.upper()) <= 0;
    Count most = (Count) observed.upper();
    return new Observed(
        observed.figure(),
        number,
        fits ? number : most,
        fits ? most : number,
        sampling(sampling, number, largest),
        List.of("this thread only", "objects whose constructors ran"),
        number.compare(most) == 0 ? List.of() : List.of(withoutConstructor(most, number)),
        new Breakdown(
            number, SiteRows.ofObjects(fewest), requireNonNull(observed.breakdown()).notes()));
  }

  private static Sampling sampling(Sampling calls, Quantity smallest, Quantity largest) {
    return new Sampling(
        calls.statistic(), calls.readings(), calls.warmups(), smallest, largest, null);
  }

  private static Remark withoutConstructor(Count most, Count number) {
    return Remark.of(
        "unseen-objects",
        "objects for which no woven constructor runs, such as copies, are not in the number: at most"
            + " {more} more",
        Math.max(0, most.items() - number.items()));
  }

  /** Returns whether the objects that are not counted cannot exceed the limit. */
  private static boolean isWithin(Observed observed, Budget budget) {
    return budget.limit() != null && budget.judge(observed).outcome() == Outcome.WITHIN;
  }

  private static Count fewest(ObjectTally tally, Selection selection) {
    return new Count(ObjectCounter.number(tally.fewest(selection::counts)));
  }

  private static Count most(ObjectTally tally, Selection selection) {
    return new Count(tally.most(selection::counts, selection::mayCount));
  }

  private static List<ObjectTally> tallies(
      ObjectCounter objects,
      Subject subject,
      Schedule schedule,
      Selection selection,
      Predicate<List<ObjectTally>> suffices)
      throws Throwable {
    return objects.count(
        subject.body(),
        schedule.warmups(),
        schedule.runs(),
        ClassOrigin.APPLICATION,
        Comparator.<ObjectTally>comparingLong(tally -> fewest(tally, selection).items())
            .thenComparingLong(tally -> tally.most(selection::counts, selection::mayCount)),
        suffices);
  }

  private Observed observed(List<ObjectTally> tallies, Schedule schedule, Selection selection) {
    ObjectTally smallest = tallies.get(0);
    List<SiteShare> shares = smallest.fewest(selection::counts);
    Count least = fewest(smallest, selection);
    long largest =
        tallies.stream().mapToLong(tally -> fewest(tally, selection).items()).max().orElseThrow();
    // the calls may differ, so another one may have had fewer objects
    long most =
        tallies.stream()
            .mapToLong(tally -> tally.most(selection::counts, selection::mayCount))
            .min()
            .orElseThrow();
    boolean exact = least.items() == most;
    return new Observed(
        figure(),
        least,
        least,
        new Count(most),
        new Sampling(
            "minimum", schedule.runs(), schedule.warmups(), least, new Count(largest), null),
        List.of("this thread only", reachPhrase(smallest.reach())),
        exact ? List.of() : List.of(unrecorded(smallest, selection)),
        new Breakdown(least, SiteRows.ofObjects(shares), exact ? List.of() : skipped(smallest)));
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
        fewest(tally, selection).items() - tally.count(selection::counts),
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
