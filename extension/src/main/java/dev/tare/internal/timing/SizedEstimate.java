package dev.tare.internal.timing;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.stats.TrimmedMean;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.GcPauses;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.estimate.BenchmarkPhrases;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.FirstCallTime;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TotalCallTime;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Estimate of the times of a method at several sizes.
 *
 * @param firstCalls the calls before the warm-up at each size
 * @param sampledCases one case for each size, all with the same number of samples
 * @param activity activity of the JVM while samples were taken
 * @param pauses pauses of the warm-up and the sampling
 */
record SizedEstimate(
    BenchmarkSettings settings,
    List<FirstCallTime> firstCalls,
    List<SampledCase> sampledCases,
    WarmUpStage.WarmUpEnd warmUp,
    JvmActivity activity,
    GcPauses pauses) {

  /**
   * Factor beyond which the mean of all calls counts as different from the samples. Large enough
   * that a busy machine alone does not exceed it. A factor of 2 hides no growth that could be
   * found: a part of the time that grows faster, but is no larger than the rest at the largest
   * size, cannot be distinguished anyway.
   */
  private static final double TOLERANCE = 2;

  SizedTimes times() {
    List<Double> nanos = sampledCases.stream().map(this::robustMean).toList();
    return new SizedTimes(
        nanos.stream().map(SizedEstimate::atLeastFloor).toList(),
        IntStream.range(0, sampledCases.size())
            .mapToObj(i -> atLeastFloor(meanOfAllCalls(sampledCases.get(i), nanos.get(i))))
            .toList(),
        chargeErrors(nanos),
        maxSlowdown(),
        countedPhrases(nanos),
        List.of(),
        nanos.stream().anyMatch(one -> one < TimingFloors.CALL_NANOS),
        maxNanos(sampledCases.size() - 1, nanos));
  }

  private double maxNanos(int index, List<Double> nanos) {
    double later = Math.max(nanos.get(index), sampledCases.get(index).meanNanosPerCall());
    return Math.max(firstCalls.get(index).elapsed().nanos(), later);
  }

  private TimeBasis basis() {
    return sampledCases.stream().allMatch(sampledCase -> sampledCase.isCpuBound())
        ? TimeBasis.CPU
        : TimeBasis.WALL;
  }

  private int samplesPerBlock() {
    return Math.max(1, sampledCases.get(0).recording().size() / SamplingPlan.FIRST_CHECKPOINT);
  }

  /** Returns the largest factor by which a time may be too long. */
  private double maxSlowdown() {
    return basis() == TimeBasis.CPU ? TOLERANCE : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the cost of garbage collections, which medians of CPU time and minima of real time
   * hide.
   */
  private GcCost gcCost() {
    return new GcCost(pauses, true);
  }

  private double robustMean(SampledCase sampledCase) {
    Samples recording = sampledCase.recording();
    double[] blocks =
        gcCost()
            .withCharge(recording.blocks(basis(), samplesPerBlock(), Quantiles::median), recording);
    return Math.exp(TrimmedMean.of(Arrays.stream(blocks).map(Math::log).toArray()).value());
  }

  private static double atLeastFloor(double nanos) {
    return Math.max(nanos, TimingFloors.CALL_NANOS);
  }

  /**
   * Returns the mean of all calls if the samples miss much of their time, otherwise the robust mean
   * of the samples.
   */
  private double meanOfAllCalls(SampledCase sampledCase, double robustMean) {
    TotalCallTime.Mean mean = sampledCase.mean();
    double lowerBound =
        mean == null ? 0 : mean.nanos() + gcCost().nanosPerOperation(sampledCase.recording());
    return lowerBound > TOLERANCE * robustMean ? lowerBound : robustMean;
  }

  /**
   * Returns the errors of the charges in nanoseconds. The same mean pause is charged to all sizes
   * by their bytes, so the relative error that they have in common changes all times by one factor
   * and is left out.
   */
  private List<Double> chargeErrors(List<Double> nanos) {
    List<Double> errors =
        IntStream.range(0, sampledCases.size())
            .mapToObj(i -> gcCost().error(sampledCases.get(i).recording(), nanos.get(i)))
            .toList();
    double common = Collections.min(errors);
    return IntStream.range(0, errors.size())
        .mapToObj(i -> (errors.get(i) - common) * nanos.get(i))
        .toList();
  }

  private List<String> countedPhrases(List<Double> nanos) {
    List<String> phrases = new ArrayList<>();
    phrases.add(basis() == TimeBasis.CPU ? "CPU time of the calling thread" : "real time");
    phrases.add(
        "%s samples of each size, interleaved".formatted(sampledCases.get(0).recording().size()));
    phrases.add("warm-up " + new Elapsed(warmUp.nanos()).inSeconds());
    chargePhrase(nanos).ifPresent(phrases::add);
    return phrases;
  }

  /** Returns a phrase with the charge for garbage collection at each size; empty if negligible. */
  private Optional<String> chargePhrase(List<Double> nanos) {
    List<Double> charges =
        sampledCases.stream().map(sampledCase -> gcCost().charge(sampledCase.recording())).toList();
    return IntStream.range(0, charges.size())
            .allMatch(i -> charges.get(i) <= BenchmarkPhrases.MIN_REPORTED_CHARGE * nanos.get(i))
        ? Optional.empty()
        : Optional.of(
            charges.stream()
                    .map(charge -> new Elapsed(charge).rounded())
                    .collect(Collectors.joining(", "))
                + " a call charged for garbage collection, by the bytes allocated");
  }
}
