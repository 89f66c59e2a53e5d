package dev.tare.growth;

import dev.tare.body.TestBody;
import dev.tare.internal.stats.Interval;
import dev.tare.internal.timing.Benchmark;
import dev.tare.internal.timing.GarbageCleanup;
import dev.tare.internal.timing.RemovedWorkBound;
import dev.tare.internal.timing.TimeFigures;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.sample.BenchmarkCase;
import dev.tare.internal.timing.sample.SamplingPlan;
import dev.tare.model.Budget;
import dev.tare.model.Figure;
import dev.tare.model.Measurement;
import dev.tare.model.Measurement.Missing;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import dev.tare.unit.Power;
import java.util.List;
import java.util.Optional;

/**
 * Measures how fast the time of a call grows: benchmarks of a large and a middle size, each with a
 * small size as the baseline.
 *
 * @param plan plan whose times are those of all benchmarks together
 * @param sizes sizes, increasing
 */
record GrowthOfTime(JvmCounters clock, SamplingPlan plan, List<Integer> sizes) {

  private static final int BENCHMARKS = 2;

  /**
   * Measures a body for each size. Sizes that are not compared are called once.
   *
   * @throws Throwable exception of a body, unchanged
   */
  Measurement measure(List<TestBody> bodies, Figure figure) throws Throwable {
    List<Integer> compared = GrowthExponent.three(sizes);
    for (int i = 0; i < bodies.size(); i++) {
      if (!compared.contains(i)) {
        bodies.get(i).run();
      }
    }
    List<Measurement> largest = benchmark(bodies, compared.get(2), compared.get(0));
    List<Measurement> middle = benchmark(bodies, compared.get(1), compared.get(0));
    for (Measurement measured : List.of(largest.get(0), largest.get(1), middle.get(0))) {
      if (measured instanceof Missing missing) {
        return new Missing(figure, missing.reason(), missing.remedy());
      }
      Optional<Remark> bound = RemovedWorkBound.of(measured);
      if (bound.isPresent()) {
        return Observed.unknown(figure, Power.CONSTANT, bound.get().text() + "; take larger sizes");
      }
    }
    return growth(
        figure,
        compared.stream().map(sizes::get).toList(),
        (Observed) middle.get(0),
        (Observed) largest.get(0),
        ((Observed) largest.get(1)).value().amount());
  }

  /** Returns the time at a size relative to that at a smaller size, and the time itself. */
  private List<Measurement> benchmark(List<TestBody> bodies, int size, int smaller)
      throws Throwable {
    SamplingPlan share =
        new SamplingPlan(
            plan.statistic(), 1, 1, false, shared(plan.warmupTime()), shared(plan.samplingTime()));
    return new Benchmark(clock, share, GarbageCleanup::collectIfWorthwhile)
        .measure(
            benchmarkCase(bodies, size),
            benchmarkCase(bodies, smaller),
            List.of(
                Budget.unlimited(TimeFigures.TIME_RATIO),
                Budget.unlimited(TimeFigures.TIME_PER_CALL)));
  }

  private static Elapsed shared(Elapsed cap) {
    return new Elapsed(cap.nanos() / BENCHMARKS);
  }

  private BenchmarkCase benchmarkCase(List<TestBody> bodies, int index) {
    return new BenchmarkCase(GrowthPoints.sizeText(sizes.get(index)), bodies.get(index));
  }

  private static Observed growth(
      Figure figure, List<Integer> compared, Observed middle, Observed largest, double nanos) {
    double smallest = nanos / largest.value().amount();
    List<Double> times = List.of(smallest, smallest * middle.value().amount(), nanos);
    return new GrowthPoints(compared, times, new Elapsed(0))
        .observed(
            figure,
            GrowthExponent.ofRatios(compared, interval(middle), interval(largest)),
            largest.counted(),
            largest.distortions());
  }

  private static Interval interval(Observed ratio) {
    return new Interval(ratio.lower().amount(), ratio.value().amount(), ratio.upper().amount());
  }
}
