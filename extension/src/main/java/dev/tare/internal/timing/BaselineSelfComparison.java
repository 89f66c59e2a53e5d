package dev.tare.internal.timing;

import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.stats.TrimmedMean;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.model.Remark;
import dev.tare.unit.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Comparison of the baseline with itself, through a second stub that is sampled in the same rounds.
 * The result shows how far equal methods differ in this run.
 */
final class BaselineSelfComparison {

  // An A/A test: R. Kohavi et al., Trustworthy Online Controlled Experiments, 2020, chapter 19. It
  // starts only if the first checkpoints did not decide: most comparisons have wide margins and
  // should not pay for it.

  private final SampledCase sampledCase;
  private final SampledCase baseline;
  private final int firstSample;
  private final int firstSingleCall;

  private BaselineSelfComparison(SampledCase sampledCase, SampledCase baseline) {
    this.sampledCase = sampledCase;
    this.baseline = baseline;
    this.firstSample = baseline.recording().size();
    this.firstSingleCall = baseline.recording().singleCalls().length;
  }

  /**
   * Creates a second stub of the baseline and warms it up.
   *
   * @param cap longest warm-up, in nanoseconds
   */
  static BaselineSelfComparison start(SampledCase baseline, BenchmarkSettings settings, double cap)
      throws Throwable {
    SampledCase sampledCase =
        new SampledCase(baseline.benchmarkCase(), settings.clock(), settings.plan());
    new WarmUpStage(settings.clock(), cap, true, settings.progress()).warmUp(List.of(sampledCase));
    sampledCase.setCallsPerSample(baseline.callsPerSample());
    return new BaselineSelfComparison(sampledCase, baseline);
  }

  SampledCase sampledCase() {
    return sampledCase;
  }

  void forget() {
    sampledCase.forget();
  }

  /** Returns the phrase for the report; empty if there are too few readings. */
  Optional<String> phrase(Estimate estimate) {
    return ratio(estimate)
        .map(
            ratio ->
                "control: %s against itself, in the same rounds, %s"
                    .formatted(sampledCase.benchmarkCase().name(), ratio.exact()));
  }

  /**
   * Returns a remark if the baseline differs from itself by more than the margin.
   *
   * @param margin distance of the figure from the limit, as a difference of logarithms
   */
  Optional<Remark> warning(Estimate estimate, double margin) {
    return ratio(estimate)
        .filter(ratio -> Math.abs(Math.log(ratio.amount())) > Math.abs(margin))
        .map(
            ratio ->
                Remark.of(
                    "noisy-baseline",
                    "margin smaller than the noise of this run: {method} differs from itself"
                        + " as much",
                    sampledCase.benchmarkCase().name()));
  }

  /**
   * Returns the ratio of the baseline to itself; empty if there are fewer readings than at the
   * first checkpoint.
   */
  private Optional<Ratio> ratio(Estimate estimate) {
    if (sampledCase.recording().size()
        < SamplingPlan.FIRST_CHECKPOINT * estimate.samplesPerBlock()) {
      return Optional.empty();
    }
    Samples sameRounds = baseline.recording().since(firstSample, firstSingleCall);
    boolean robust = estimate.plan().statistic().kind() == Statistic.StatisticKind.ROBUST;
    return Optional.of(
        new Ratio(
            robust
                ? robustRatio(sampledCase.recording(), sameRounds, estimate)
                : figure(sampledCase.recording(), estimate) / figure(sameRounds, estimate)));
  }

  /** Returns the trimmed mean ratio of blocks from the same rounds, as in the comparison itself. */
  private double robustRatio(Samples numerator, Samples denominator, Estimate estimate) {
    SampleSelection selection =
        SampleSelection.ofCompared(
            List.of(numerator, denominator),
            estimate.basis(),
            sampledCase.core(),
            estimate.samplesPerBlock());
    double[] ratios = selection.blockReadings(numerator, estimate.basis());
    double[] divisors = selection.blockReadings(denominator, estimate.basis());
    Arrays.setAll(ratios, i -> Math.log(ratios[i] / divisors[i]));
    return Math.exp(TrimmedMean.of(ratios).value());
  }

  private static double figure(Samples recording, Estimate estimate) {
    Statistic statistic = estimate.plan().statistic();
    return statistic.ofSingleCalls()
        ? Quantiles.quantile(recording.singleCalls(), statistic.share())
        : statistic.kind() == Statistic.StatisticKind.MEAN
            ? Moments.mean(recording.perCall(estimate.basis()))
            : Quantiles.median(recording.perCall(estimate.basis()));
  }
}
