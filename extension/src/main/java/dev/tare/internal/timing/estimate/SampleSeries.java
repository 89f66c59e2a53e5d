package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Outliers;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.model.PointSeries;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Samples of a method with their marks, for charts. */
public final class SampleSeries {

  private SampleSeries() {}

  /** Returns all samples, in nanoseconds per call, in the order in which they were taken. */
  public static PointSeries of(SampledCase sampledCase, Estimate estimate) {
    Samples recording = sampledCase.recording();
    double[] times = recording.perCall(estimate.basis());
    Map<String, List<Integer>> marks = new LinkedHashMap<>();
    marks.put("outlier", Outliers.indexes(times));
    if (estimate.basis() == TimeBasis.CPU) {
      marks.put("interrupted", indexes(recording, recording::wasInterrupted));
    }
    marks.put("garbage-collection", indexes(recording, recording::wasCollecting));
    marks.put("compilation", indexes(recording, recording::wasCompiling));
    return new PointSeries(
        sampledCase.benchmarkCase().name(),
        "ns",
        IntStream.range(0, times.length).mapToObj(i -> i + 1.0).toList(),
        Arrays.stream(times).boxed().toList(),
        marks);
  }

  private static List<Integer> indexes(Samples recording, IntPredicate marked) {
    return IntStream.range(0, recording.size()).filter(marked).boxed().toList();
  }
}
