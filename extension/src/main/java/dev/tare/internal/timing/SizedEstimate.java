package dev.tare.internal.timing;

import dev.tare.internal.stats.TrimmedMean;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.call.TimingFloors;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.estimate.BenchmarkPhrases;
import dev.tare.internal.timing.estimate.SamplingDistortions;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.FirstTwoCalls;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.GcPauseTally;
import dev.tare.internal.timing.stage.SampleSelection;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.TotalCallTime;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
    List<FirstTwoCalls> firstCalls,
    List<SampledCase> sampledCases,
    WarmUpStage.WarmUpEnd warmUp,
    JvmActivity activity,
    GcPauseTally pauses) {

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
        distortions(),
        nanos.stream().anyMatch(one -> one < TimingFloors.CALL_NANOS),
        maxNanos(sampledCases.size() - 1, nanos));
  }

  private double maxNanos(int index, List<Double> nanos) {
    double later = Math.max(nanos.get(index), sampledCases.get(index).meanNanosPerCall());
    return Math.max(firstCalls.get(index).shortestNanos(), later);
  }

  private TimeBasis basis() {
    return sampledCases.stream().allMatch(sampledCase -> sampledCase.isCpuBound())
        ? TimeBasis.CPU
        : TimeBasis.WALL;
  }

  /** Returns the selection of all samples. Sizes take turns, so a slow core affects all of them. */
  private SampleSelection selection() {
    int size = sampledCases.get(0).recording().size();
    return SampleSelection.all(size, Math.max(1, size / SamplingPlan.FIRST_CHECKPOINT));
  }

  /**
   * Returns the largest factor by which a time may be too long: that of a shared core, if nothing
   * else slows down calls. Interruptions of a real time and new memory have no bound. Chance in the
   * compilation is an error of the times.
   */
  private double maxSlowdown() {
    return basis() == TimeBasis.CPU && sampledCases.stream().noneMatch(SizedEstimate::usedNewMemory)
        ? SampleSelection.MAX_SHARING_SLOWDOWN
        : Double.POSITIVE_INFINITY;
  }

  private static boolean usedNewMemory(SampledCase sampledCase) {
    Samples recording = sampledCase.recording();
    return IntStream.range(0, recording.size()).anyMatch(recording::usedNewMemory);
  }

  /**
   * Returns the cost of garbage collections, which medians of CPU time and minima of real time
   * hide.
   */
  private GcCost gcCost() {
    return new GcCost(pauses.steady(), pauses.all(), true);
  }

  private double robustMean(SampledCase sampledCase) {
    Samples recording = sampledCase.recording();
    double[] blocks = gcCost().withCharge(selection().blockReadings(recording, basis()), recording);
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
        mean == null ? 0 : mean.minNanos() + gcCost().nanosPerOperation(sampledCase.recording());
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
    phrases.add("%s samples of each size, interleaved".formatted(selection().sampleCount()));
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

  /** Returns how the first calls differ from later ones at the largest size at which they do. */
  private Optional<Remark> otherWorkAtLargestSize() {
    return IntStream.range(0, sampledCases.size())
        .mapToObj(
            i ->
                firstCalls
                    .get(i)
                    .difference(sampledCases.get(i), basis())
                    .map(prefixedWith(sampledCases.get(i).benchmarkCase().name())))
        .flatMap(Optional::stream)
        .reduce((smaller, larger) -> larger);
  }

  private static UnaryOperator<Remark> prefixedWith(String size) {
    return remark -> remark.after("{size}: ", size);
  }

  private List<Remark> distortions() {
    SamplingDistortions found = new SamplingDistortions();
    otherWorkAtLargestSize().ifPresent(found::add);
    found.addReflection(sampledCases);
    found.addWarmUp(warmUp);
    found.addJvmActivity(activity, gcCost(), sampledCases);
    found.addBusyMachine(activity);
    found.addJvmOptions(settings.clock());
    found.addFewReadings(selection().blockCount());
    found.addCoarseClock(settings, sampledCases);
    for (SampledCase sampledCase : sampledCases) {
      found.addSampleQuality(sampledCase, basis(), sampledCase.recording().perCall(basis()));
    }
    return found.remarks();
  }
}
