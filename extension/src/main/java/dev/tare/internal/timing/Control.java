package dev.tare.internal.timing;

import dev.tare.internal.stats.Moments;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.stats.TrimmedMean;
import dev.tare.internal.timing.call.Procedure;
import dev.tare.internal.timing.call.Recording;
import dev.tare.internal.timing.call.Statistic;
import dev.tare.internal.timing.estimate.Estimate;
import dev.tare.internal.timing.noise.Selection;
import dev.tare.internal.timing.stage.Lane;
import dev.tare.internal.timing.stage.Setting;
import dev.tare.internal.timing.stage.WarmUp;
import dev.tare.unit.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The baseline once more, through a stub of its own, sampled in the same rounds: how far it differs
 * from itself is what this run makes of equal methods.
 */
final class Control {

  // An A/A arm: R. Kohavi et al., Trustworthy Online Controlled Experiments, 2020, chapter 19. It
  // begins when the first look could not decide, so that wide margins, which are most, do not pay.

  private final Lane lane;
  private final Lane baseline;
  private final int from;
  private final int singlesFrom;

  private Control(Lane lane, Lane baseline) {
    this.lane = lane;
    this.baseline = baseline;
    this.from = baseline.recording().size();
    this.singlesFrom = baseline.recording().singleCalls().length;
  }

  /**
   * Warms up a fresh stub of the baseline.
   *
   * @param cap the longest warm-up, in nanoseconds
   */
  static Control of(Lane baseline, Setting setting, double cap) throws Throwable {
    Lane lane = new Lane(baseline.arm(), setting.clock(), setting.procedure());
    new WarmUp(setting.clock(), cap, true, setting.progress()).warm(List.of(lane));
    lane.sampleWith(baseline.callsPerSample());
    return new Control(lane, baseline);
  }

  Lane lane() {
    return lane;
  }

  void forget() {
    lane.forget();
  }

  /** How the report tells it; empty if there are too few readings to tell anything. */
  Optional<String> phrase(Estimate estimate) {
    return ratio(estimate)
        .map(
            ratio ->
                "control: %s against itself, in the same rounds, %s"
                    .formatted(lane.arm().name(), ratio.exact()));
  }

  /**
   * Warns where the limit is nearer than the baseline comes to itself.
   *
   * @param margin how far the figure is from the limit, as a difference of logarithms
   */
  Optional<String> warning(Estimate estimate, double margin) {
    return ratio(estimate)
        .filter(ratio -> Math.abs(Math.log(ratio.amount())) > Math.abs(margin))
        .map(
            ratio ->
                "margin smaller than the noise of this very run: %s differs from itself as much"
                    .formatted(lane.arm().name()));
  }

  /**
   * How many times as long as a call of the baseline a call of the baseline seems to take; empty
   * with fewer readings than a first look has.
   */
  private Optional<Ratio> ratio(Estimate estimate) {
    if (lane.recording().size() < Procedure.LOOKS.get(0) * estimate.samplesPerBlock()) {
      return Optional.empty();
    }
    Recording since = baseline.recording().since(from, singlesFrom);
    boolean robust = estimate.procedure().statistic().kind() == Statistic.Kind.ROBUST;
    return Optional.of(
        new Ratio(
            robust
                ? robust(lane.recording(), since, estimate)
                : figure(lane.recording(), estimate) / figure(since, estimate)));
  }

  /** Of blocks that were taken in the same rounds, as the comparison itself. */
  private double robust(Recording above, Recording below, Estimate estimate) {
    Selection selection =
        Selection.ofCompared(
            List.of(above, below), estimate.basis(), lane.core(), estimate.samplesPerBlock());
    double[] ratios = selection.blocks(above, estimate.basis());
    double[] divisors = selection.blocks(below, estimate.basis());
    Arrays.setAll(ratios, i -> Math.log(ratios[i] / divisors[i]));
    return Math.exp(TrimmedMean.of(ratios).value());
  }

  private static double figure(Recording recording, Estimate estimate) {
    Statistic statistic = estimate.procedure().statistic();
    return statistic.ofSingleCalls()
        ? Quantiles.quantile(recording.singleCalls(), statistic.share())
        : statistic.kind() == Statistic.Kind.MEAN
            ? Moments.mean(recording.perCall(estimate.basis()))
            : Quantiles.median(recording.perCall(estimate.basis()));
  }
}
