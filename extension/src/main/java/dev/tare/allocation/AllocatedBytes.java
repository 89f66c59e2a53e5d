package dev.tare.allocation;

import static dev.tare.internal.launch.Attributes.require;

import dev.tare.body.TestBody;
import dev.tare.extension.Broken;
import dev.tare.extension.Configuration;
import dev.tare.extension.Metric;
import dev.tare.extension.Schedule;
import dev.tare.extension.Subject;
import dev.tare.internal.agent.jit.OptimizerHold;
import dev.tare.internal.agent.record.WeavingLock;
import dev.tare.internal.agent.weave.ClassSelection.ClassOrigin;
import dev.tare.internal.allocation.AllocationCounter;
import dev.tare.internal.allocation.AllocationCounters;
import dev.tare.internal.allocation.AllocationCounters.Absence;
import dev.tare.internal.allocation.AllocationReadings;
import dev.tare.internal.allocation.AllocationSampler;
import dev.tare.internal.allocation.AllocationSites;
import dev.tare.internal.allocation.CountedBytes;
import dev.tare.internal.allocation.ExcludedCode;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.call.Faults;
import dev.tare.internal.call.TestOverlap;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.DataSize;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

/**
 * The metric of {@link MaxAllocatedBytes}: reads an allocation counter around each call.
 *
 * @param excluded the code whose bytes do not count
 * @param method the method whose calls are measured in place of the test; empty for the test
 */
record AllocatedBytes(
    Budget promised,
    Schedule schedule,
    Scope scope,
    Depth depth,
    ExcludedCode excluded,
    String method)
    implements Metric {

  static final Figure FIGURE = new Figure("allocated-bytes", "allocated bytes", true);

  static final String OTHERS_ALLOCATE =
      "other threads allocated without a pause, so their bytes are not counted; stop them before"
          + " the test";

  private static final String ONLY_CALL =
      "the body may be called once only (runs = 1, warmups = 0)";

  private static final int EXTRA_CALLS = 10;

  static Metric of(MaxAllocatedBytes annotation, Subject.Site site, Configuration configuration) {
    String plus = annotation.plus();
    BaselineLimit relative =
        new BaselineLimit(
            annotation.baseline(),
            annotation.maxRatio(),
            plus.isEmpty() ? "" : "plus = \"" + plus + '"',
            !annotation.value().isEmpty());
    AllocatedBytes test =
        new AllocatedBytes(
            relative.isSet()
                ? Budget.unlimited(FIGURE)
                : configuration.bytesAtMost(FIGURE, annotation.value()),
            Schedule.of(annotation.warmups(), annotation.runs()),
            annotation.scope(),
            annotation.depth(),
            excluded(annotation),
            "");
    return relative.isSet()
        ? new RelativeAllocation(
            test,
            test.of(relative.baseline()),
            relative.baseline(),
            relative.budgets(FIGURE, () -> DataSize.parse(plus), site))
        : test;
  }

  /** Returns the code whose bytes do not count, if it can be left out. */
  private static ExcludedCode excluded(MaxAllocatedBytes annotation) {
    ExcludedCode excluded =
        new ExcludedCode(annotation.excluding(), annotation.excludingPackages());
    for (String name : excluded.packages()) {
      require(
          name.matches("[\\p{javaJavaIdentifierPart}.]+"),
          "excludingPackages = \"" + name + '"',
          "a package needs a name; name the classes of the unnamed package with excluding",
          "excludingPackages = {\"org.slf4j\", \"java.util.logging\"}");
    }
    require(
        Stream.of(annotation.excluding()).noneMatch(type -> type.isArray() || type.isPrimitive()),
        "excluding = byte[].class",
        "arrays and primitive types have no methods; name the class whose methods allocate",
        "excluding = AbstractQueuedSynchronizer.class");
    require(
        excluded.isEmpty() || annotation.scope() == Scope.TEST_THREAD,
        "excluding with scope = ALL_THREADS",
        "only the calls of the test's thread are recorded; leave out one of them",
        "scope = TEST_THREAD");
    return excluded;
  }

  /** Returns this metric for the calls of another method. */
  private AllocatedBytes of(String other) {
    return new AllocatedBytes(promised, schedule, scope, depth, excluded, other);
  }

  @Override
  public List<Budget> budgets() {
    return List.of(promised);
  }

  @Override
  public int order() {
    return 200;
  }

  @Override
  public List<Measurement> measure(Subject subject, Schedule schedule, List<Budget> budgets)
      throws Throwable {
    Optional<AllocationCounter> counter = counter();
    TestBody body = method.isEmpty() ? subject.body() : subject.variant(method);
    if (counter.isEmpty()) {
      // the body runs nevertheless, because its own failure takes precedence
      body.run();
      return List.of(noCounter());
    }
    return List.of(measure(counter.get(), body, subject, schedule, budgets.get(0)));
  }

  @Override
  public Optional<Broken> broken(Subject subject, List<Budget> limits, List<Measurement> measured) {
    double bytes = limits.get(0).amount() + 1;
    return Optional.of(
        new Broken(
            this,
            (value, argument) -> {
              if (scope == Scope.TEST_THREAD) {
                Faults.allocate(bytes);
              } else {
                Thread other = new Thread(() -> Faults.allocate(bytes), "tare-broken-promise");
                other.start();
                other.join();
              }
              return value;
            }));
  }

  private Measurement measure(
      AllocationCounter counter, TestBody body, Subject subject, Schedule schedule, Budget budget)
      throws Throwable {
    if (schedule.warmups() >= AllocationSampler.COMPILED_WARMUPS) {
      Optional<String> before = OptimizerHold.release();
      AllocationReadings readings = sample(counter, body, schedule);
      Optional<String> obstacle = before.or(OptimizerHold::whyOff);
      Measurement measurement = judged(readings, counter, body, subject, schedule, budget);
      return measurement instanceof Observed observed && obstacle.isPresent()
          ? observed.withInterval(new DataSize(0), observed.upper()).withDoubt(obstacle.get())
          : measurement;
    }
    try (OptimizerHold optimizer = OptimizerHold.open()) {
      AllocationReadings readings = sample(counter, body, schedule);
      Optional<String> obstacle = optimizer.obstacle();
      Measurement measurement = judged(readings, counter, body, subject, schedule, budget);
      return measurement instanceof Observed observed && obstacle.isPresent()
          ? observed.atLeast(obstacle.get())
          : measurement;
    }
  }

  private Measurement judged(
      AllocationReadings readings,
      AllocationCounter counter,
      TestBody body,
      Subject subject,
      Schedule schedule,
      Budget budget)
      throws Throwable {
    Measurement measurement = measurement(counter, readings, subject, budget);
    if (!(measurement instanceof Observed read)) {
      return measurement;
    }
    Quantity limit = budget.limit();
    Observed observed = limit == null && excluded.isEmpty() ? coveringCalls(read, readings) : read;
    boolean someExceed = limit == null || observed.sampling().largest().compare(limit) > 0;
    Outcome outcome = budget.judge(observed).outcome();
    if (someExceed && !excluded.isEmpty()) {
      Observed counted = withoutExcluded(observed, sites(counter, subject), body, schedule);
      boolean exceeded = budget.judge(counted).outcome() == Outcome.EXCEEDED;
      return subject.configuration().breakdown().isNeeded(exceeded)
          ? counted
          : counted.withoutBreakdown();
    }
    if (outcome == Outcome.WITHIN && limit != null && someExceed) {
      return ofDifferingCalls(observed, counter, body, limit);
    }
    return subject.configuration().breakdown().isNeeded(outcome == Outcome.EXCEEDED)
        ? withBreakdown(observed, sites(counter, subject), body, schedule)
        : observed;
  }

  /** Returns a figure without a limit with an interval of its calls but for the largest one. */
  private Observed coveringCalls(Observed observed, AllocationReadings readings) {
    boolean differs = readings.secondLargest() > readings.smallest() && !observed.isAtLeast();
    DataSize most = new DataSize(readings.secondLargest());
    return differs
        ? DifferingCalls.upTo(most, observed.value(), observed, otherThreads())
        : observed;
  }

  /**
   * Returns the figure of calls of which some exceed the limit. If the JVM loads a class or links a
   * lambda late, one call has more bytes, so ten more calls but for one are in the interval.
   */
  private Observed ofDifferingCalls(
      Observed observed, AllocationCounter counter, TestBody body, Quantity limit) {
    try {
      AllocationReadings more = sample(counter, body, new Schedule(0, EXTRA_CALLS, true));
      return DifferingCalls.with(more, limit, observed, otherThreads());
    } catch (Throwable thrown) {
      String obstacle = ", and more calls could not be made: " + thrown;
      return DifferingCalls.upTo(observed.sampling().largest(), limit, observed, obstacle);
    }
  }

  private String otherThreads() {
    return scope == Scope.ALL_THREADS ? ", or other threads were busy" : "";
  }

  private static AllocationReadings sample(
      AllocationCounter counter, TestBody body, Schedule schedule) throws Throwable {
    Lock judging = WeavingLock.judging();
    try {
      return new AllocationSampler(counter).sample(body, schedule.warmups(), schedule.runs());
    } finally {
      judging.unlock();
    }
  }

  private Observed withBreakdown(
      Observed observed, AllocationSites sites, TestBody body, Schedule schedule) {
    return schedule.once()
        ? AllocationSites.unexplained(observed, ONLY_CALL)
        : sites.explain(observed, body);
  }

  private Observed withoutExcluded(
      Observed total, AllocationSites sites, TestBody body, Schedule schedule) {
    return schedule.once()
        ? new CountedBytes(excluded, total).unknown(ONLY_CALL)
        : sites.without(excluded, total, body);
  }

  private AllocationSites sites(AllocationCounter counter, Subject subject) {
    ClassOrigin reach = ClassOrigin.valueOf(depth.name());
    return new AllocationSites(counter, subject.testInstances(), reach);
  }

  private Optional<AllocationCounter> counter() {
    return scope == Scope.TEST_THREAD
        ? AllocationCounters.currentThread()
        : AllocationCounters.allThreads();
  }

  private Measurement measurement(
      AllocationCounter counter, AllocationReadings readings, Subject subject, Budget budget) {
    if (!readings.counted()) {
      return uncounted();
    }
    Observed observed = observed(counter, readings);
    if (scope == Scope.TEST_THREAD && !subject.concurrent()) {
      return withWorkElsewhere(observed, readings, budget);
    }
    if (scope != Scope.TEST_THREAD && subject.concurrent()) {
      return observed.inDoubt(TestOverlap.reason("and their bytes are in the figure"));
    }
    return readings.complete() ? observed : observed.atLeast(OTHERS_ALLOCATE);
  }

  /** Adds a remark if other threads allocated more bytes than the limit leaves. */
  private static Observed withWorkElsewhere(
      Observed observed, AllocationReadings readings, Budget budget) {
    if (!(budget.limit() instanceof DataSize limit)) {
      return observed;
    }
    long left = limit.bytes() - readings.smallest();
    // a limit that is exceeded leaves nothing, and a few bytes are not worth a remark then
    return readings.elsewhere() > (left < 0 ? limit.bytes() : left)
        ? observed.alsoDistorted(
            Remark.of(
                Remark.WORK_ELSEWHERE,
                "other threads allocated {bytes:both} a call meanwhile, which scope ="
                    + " Scope.ALL_THREADS counts",
                new DataSize(readings.elsewhere())))
        : observed;
  }

  private Observed observed(AllocationCounter counter, AllocationReadings readings) {
    DataSize smallest = new DataSize(readings.smallest());
    boolean warmedUp = readings.warmups() > 0;
    Sampling sampling =
        new Sampling(
            "minimum",
            Math.toIntExact(readings.runs()),
            readings.warmups(),
            smallest,
            new DataSize(readings.largest()),
            warmedUp ? new DataSize(readings.first()) : null);
    List<Remark> distortions = new ArrayList<>();
    if (scope == Scope.ALL_THREADS) {
      distortions.add(
          Remark.of(
              "other-threads",
              "the figure includes what other threads of the process did at the same time"));
    }
    return Observed.exact(FIGURE, smallest, sampling, List.of(counter.covers(), JvmLayout.phrase()))
        .withDistortions(distortions);
  }

  /** Returns the reason why nothing is counted, of this thread or of all threads. */
  private static Missing noCounter() {
    return AllocationCounters.countThisThread()
        ? new Missing(
            FIGURE,
            "this JVM counts the bytes of each thread, but not those of all",
            "run on a HotSpot JVM 17.0.11 or newer, or leave the scope out")
        : uncounted();
  }

  private static Missing uncounted() {
    Absence absence = AllocationCounters.absence();
    return new Missing(FIGURE, absence.reason(), absence.remedy());
  }
}
