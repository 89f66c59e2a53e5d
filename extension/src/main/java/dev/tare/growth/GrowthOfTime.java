package dev.tare.growth;

import dev.tare.body.TestBody;
import dev.tare.internal.timing.SizedBenchmark;
import dev.tare.internal.timing.SizedTimes;
import dev.tare.internal.timing.call.BenchmarkCase;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.estimate.RemovedWorkBound;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.internal.timing.stage.TimeCaps;
import dev.tare.model.Budget;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Doubtful;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.model.Sampling;
import dev.tare.model.Verdict.Outcome;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import dev.tare.unit.Quantity;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Measures how fast the time of a call grows, a second time if the limit is exceeded. */
record GrowthOfTime(
    JvmCounters clock, TimeCaps caps, List<Integer> sizes, BenchmarkProgress progress) {

  private static final String BELOW_FLOOR = "a call takes less than the floor of 1 ns";

  Measurement measure(List<TestBody> bodies, Budget budget) throws Throwable {
    List<BenchmarkCase> cases = cases(bodies);
    SizedBenchmark benchmark = new SizedBenchmark(clock, caps, progress);
    Measurement first = measurement(benchmark.measure(cases), budget);
    if (budget.judge(first).outcome() != Outcome.EXCEEDED) {
      return first;
    }
    Measurement second = measurement(benchmark.measure(cases), budget);
    return second instanceof Observed confirming
        ? joinRuns((Observed) first, confirming.value().exact(), budget.judge(second).outcome())
        : second;
  }

  private static Measurement joinRuns(Observed first, String confirming, Outcome outcome) {
    if (outcome == Outcome.EXCEEDED) {
      return first.alsoCounted(List.of("confirmed by a second run: " + confirming));
    }
    String form =
        outcome == Outcome.INCONCLUSIVE
            ? "not confirmed: %s exceeded the limit, %s with fresh code is inconclusive; use"
                + " sizes that lie further apart, for example sizes = {1_000, 8_000, 64_000}"
            : "two runs disagree: %s exceeded the limit, %s with fresh code did not";
    return new Doubtful(first.figure(), form.formatted(first.value().exact(), confirming), first);
  }

  private List<BenchmarkCase> cases(List<TestBody> bodies) {
    return IntStream.range(0, bodies.size())
        .mapToObj(i -> new BenchmarkCase(GrowthPoints.sizeText(sizes.get(i)), bodies.get(i)))
        .toList();
  }

  /** Returns the growth of the times; doubtful if a call is below the floor. */
  Measurement measurement(SizedTimes times, Budget budget) {
    Measurement measured =
        new GrowthPoints(sizes, times.nanosPerCall()).ofTime(budget, times, times.maxSlowdown());
    if (times.tooFast()) {
      return tooFast(observed(measured), times, budget);
    }
    return measured instanceof Observed observed
        ? compareWithAllCalls(observed, times, budget)
        : measured;
  }

  private static @Nullable Observed observed(Measurement measured) {
    return measured instanceof Observed number ? number : ((Doubtful) measured).observed();
  }

  /**
   * Returns an upper bound of the growth if it is within the limit: the work of a call takes no
   * longer than a call that the JIT had not optimized. Otherwise, or if later calls may do other
   * work than the first, the growth is doubtful.
   */
  private Measurement tooFast(@Nullable Observed observed, SizedTimes times, Budget budget) {
    int largest = sizes.get(sizes.size() - 1);
    Power power = FittedPower.maxExponent(times.maxNanosAtLargest(), largest);
    Observed bound =
        RemovedWorkBound.atMost(budget.figure(), BELOW_FLOOR, power, Sampling.single(power))
            .observed();
    boolean isOfOtherWork =
        times.distortions().stream().anyMatch(remark -> remark.id().equals(Remark.OTHER_WORK));
    return bound != null && !isOfOtherWork && budget.judge(bound).outcome() == Outcome.WITHIN
        ? bound
        : new Doubtful(budget.figure(), BELOW_FLOOR + "; take larger sizes", observed);
  }

  /**
   * Returns the growth of the samples. It is doubtful if it is within the limit while that of all
   * calls, rare slow ones included, is not, or the other way round.
   */
  private Measurement compareWithAllCalls(Observed observed, SizedTimes times, Budget budget) {
    if (times.nanosOfAllCalls().equals(times.nanosPerCall())) {
      return observed;
    }
    GrowthPoints allCalls = new GrowthPoints(sizes, times.nanosOfAllCalls());
    // how slow rare calls are has no bound
    Measurement ofAllCalls = allCalls.ofTime(budget, times, Double.POSITIVE_INFINITY);
    Outcome allCallsOutcome = budget.judge(ofAllCalls).outcome();
    boolean areOpposed =
        switch (budget.judge(observed).outcome()) {
          // among few sizes, one disturbed mean is enough to make a growth inconclusive
          case WITHIN ->
              allCallsOutcome == Outcome.EXCEEDED
                  || (allCallsOutcome != Outcome.WITHIN
                      && isAbove(allCalls.exponentAtLargest(), observed(ofAllCalls), budget));
          case EXCEEDED -> allCallsOutcome == Outcome.WITHIN;
          default -> false;
        };
    if (!areOpposed) {
      return observed;
    }
    int largestDiffering =
        IntStream.range(0, sizes.size())
            .filter(i -> !times.nanosOfAllCalls().get(i).equals(times.nanosPerCall().get(i)))
            .reduce((smaller, larger) -> larger)
            .orElseThrow();
    return new Doubtful(
        budget.figure(),
        ("the samples judged give %s at %s, all calls since the warm-up %s on average: some calls take"
                + " much longer than others, and may grow differently; let each call do the same work")
            .formatted(
                new Elapsed(times.nanosPerCall().get(largestDiffering)).rounded(),
                GrowthPoints.sizeText(sizes.get(largestDiffering)),
                new Elapsed(times.nanosOfAllCalls().get(largestDiffering)).rounded()),
        observed);
  }

  /**
   * Returns whether an exponent is above the limit: that between the largest sizes, which a large
   * fixed part makes small, or the fitted one. Through three points a fixed part and a power often
   * pass exactly even if one of them is disturbed, so the fitted exponent needs four.
   */
  private boolean isAbove(double atLargest, @Nullable Observed fitted, Budget budget) {
    double exponent = fitted == null || sizes.size() < 4 ? 0 : fitted.value().amount();
    Quantity limit = budget.limit();
    return limit != null && Math.max(atLargest, exponent) > limit.amount();
  }
}
