package dev.tare.internal.timing.estimate;

import dev.tare.internal.stats.Outliers;
import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.HeapGrowthWatch;
import dev.tare.internal.timing.clock.JvmActivity;
import dev.tare.internal.timing.clock.JvmCounters;
import dev.tare.internal.timing.clock.JvmOptions;
import dev.tare.internal.timing.clock.KnownAgents;
import dev.tare.internal.timing.stage.BenchmarkSettings;
import dev.tare.internal.timing.stage.GcCost;
import dev.tare.internal.timing.stage.SampledCase;
import dev.tare.internal.timing.stage.WarmUpStage;
import dev.tare.model.Remark;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Collects remarks on what may have distorted times while they were sampled; for benchmarks and
 * growth.
 */
public final class SamplingDistortions {

  /** Number of samples below which quartiles, and therefore outliers, are unreliable. */
  public static final int MIN_SAMPLES_FOR_QUARTILES = 20;

  /**
   * Share of the time beyond which garbage collection is reported, since CPU time and minima hide
   * pauses.
   */
  private static final double MAX_GC_SHARE = 0.05;

  /** Largest share of the time that finalizers and cleaners may take without a remark. */
  private static final double MAX_CLEANUP_SHARE = 0.01;

  /**
   * Share of the time beyond which compilation is reported: Boyer's limit for activity of the JVM
   * beside the measured code.
   */
  private static final double MAX_COMPILATION_SHARE = 0.01;

  /**
   * Share of interrupted samples beyond which they are reported, since even the median of a block
   * may then be an interrupted sample.
   */
  private static final double MAX_INTERRUPTED_SHARE = 0.5;

  /**
   * Share of samples beyond the outer fences above which outliers are reported. Of independent
   * normal samples, two in a million are there.
   */
  private static final double MAX_EXTREME_OUTLIER_SHARE = 0.025;

  /**
   * Share of samples between the fences above which outliers are reported. Of independent normal
   * samples, 0.7 % are there.
   */
  private static final double MAX_MILD_OUTLIER_SHARE = 0.1;

  /**
   * Share of starvation beyond which the machine counts as busy: other programs share its
   * processors and caches.
   */
  private static final double MAX_STARVED_SHARE = 0.1;

  /** Largest step of a clock, as a share of the timed period, that does not distort figures. */
  private static final double MAX_CLOCK_STEP_SHARE = 0.01;

  /** Factor by which each of these distortions makes a time longer at most. */
  private static final Map<String, Double> MAX_FACTORS =
      Map.ofEntries(
          Map.entry("no-garbage-collection", 1.0),
          Map.entry("class-loading", 2.0),
          Map.entry("class-unloading", 2.0),
          Map.entry("cleanup", 2.0),
          Map.entry("compilation", 2.0),
          Map.entry("far-above-limit", 2.0),
          Map.entry("few-readings", 2.0),
          Map.entry("garbage-collection", 2.0),
          Map.entry("interrupted-samples", 2.0),
          Map.entry("jit-not-quiet", 2.0),
          Map.entry("outliers", 2.0),
          Map.entry(Remark.DIFFERING_SAMPLES, 2.0),
          Map.entry("serial-correlation", 2.0),
          Map.entry("unreliable-deviation", 2.0),
          Map.entry("busy-machine", 10.0),
          Map.entry("new-memory", 10.0),
          Map.entry("slow-core", 10.0));

  private final List<Remark> remarks = new ArrayList<>();

  private boolean isInflating;

  /** Returns the distortions found so far, in the order in which they were added. */
  public List<Remark> remarks() {
    return List.copyOf(remarks);
  }

  /**
   * Returns the distortions that may explain that a time is above its limit.
   *
   * @param factor the time as a multiple of its limit
   */
  List<Remark> explaining(double factor) {
    return remarks.stream().filter(remark -> mayExplain(remark, factor)).toList();
  }

  /** Returns the texts of the other distortions. */
  List<String> textsNotExplaining(double factor) {
    return remarks.stream()
        .filter(remark -> !mayExplain(remark, factor))
        .map(Remark::text)
        .toList();
  }

  private static boolean mayExplain(Remark remark, double factor) {
    return MAX_FACTORS.getOrDefault(remark.id(), Double.POSITIVE_INFINITY) >= factor;
  }

  /** Returns whether a distortion that makes times longer was found. */
  boolean isInflating() {
    return isInflating;
  }

  public void add(Remark remark) {
    remarks.add(remark);
  }

  /** Adds a distortion, as {@link Remark#of(String, String, Object...)} does. */
  public void add(String id, String form, Object... facts) {
    add(Remark.of(id, form, facts));
  }

  /** Adds a distortion that makes times longer. */
  public void addInflating(String id, String form, Object... facts) {
    addInflating(Remark.of(id, form, facts));
  }

  private void addInflating(Remark remark) {
    add(remark);
    isInflating = true;
  }

  public void addReflection(List<SampledCase> sampledCases) {
    if (sampledCases.stream().anyMatch(SampledCase::isReflective)) {
      addInflating("reflective-mode", "reflective mode: each call includes the cost of reflection");
    }
  }

  public void addWarmUp(WarmUpStage.WarmUpEnd ended) {
    if (!ended.jitIdle()) {
      add("jit-not-quiet", "the JIT still compiled when the warm-up ended");
    }
    if (ended.isRelapsed()) {
      addInflating(
          "slower-than-before",
          "calls were {times:%.0f} times as fast earlier in the warm-up: allow more with warmupTime",
          ended.slowdown());
    }
  }

  /** Adds distortions by garbage collection, compilation, class loading and finalizers. */
  public void addJvmActivity(JvmActivity activity, GcCost gc, List<SampledCase> sampledCases) {
    addGarbageCollection(activity, gc, sampledCases);
    if (activity.compileShare() > MAX_COMPILATION_SHARE) {
      add(
          "compilation",
          "the JIT compiled for {millis} ms while samples were taken",
          activity.compileMillis());
    }
    addClassLoading(activity);
    if (activity.cleanupShare() > MAX_CLEANUP_SHARE) {
      add(
          "cleanup",
          "finalizers and cleaners worked for {percent:%.0f} % of the time on other threads, which CPU time does"
              + " not include",
          100 * activity.cleanupShare());
    }
  }

  private void addGarbageCollection(
      JvmActivity activity, GcCost gc, List<SampledCase> sampledCases) {
    if (activity.gcShare() > MAX_GC_SHARE) {
      add(
          "garbage-collection",
          "garbage collection {percent:%.0f} % of the time ({pauses|pause|pauses}), {charge}",
          100 * activity.gcShare(),
          activity.gcCount(),
          pauseCharge(gc, sampledCases));
    }
    if (gc.all().count() == 0
        && sampledCases.stream().anyMatch(SamplingDistortions::allocatesMuch)) {
      add(
          "no-garbage-collection",
          "no garbage collection came, so what it will cost is not included; allow more with measurementTime");
    }
  }

  private void addClassLoading(JvmActivity activity) {
    if (activity.loadedClasses() > 0) {
      add(
          "class-loading",
          "{classes|class|classes} loaded while samples were taken",
          activity.loadedClasses());
    }
    if (activity.unloadedClasses() > 0) {
      add(
          "class-unloading",
          "{classes|class|classes} unloaded while samples were taken",
          activity.unloadedClasses());
    }
  }

  private static String pauseCharge(GcCost gc, List<SampledCase> sampledCases) {
    if (!gc.isCharged()) {
      return "in the times that they interrupted";
    }
    boolean charged =
        sampledCases.stream().anyMatch(sampledCase -> gc.charge(sampledCase.recording()) > 0);
    return charged ? "charged by the bytes allocated" : "not counted in CPU time";
  }

  /**
   * Returns whether a method allocates so much that in the long run garbage collections are part of
   * its time.
   */
  private static boolean allocatesMuch(SampledCase sampledCase) {
    Samples recording = sampledCase.recording();
    double nanos = Quantiles.median(recording.perCall(TimeBasis.WALL));
    return HeapGrowthWatch.isNoticeable(recording.bytesPerOperation(), nanos);
  }

  /** Adds a distortion if other programs used the processors. */
  public void addBusyMachine(JvmActivity activity) {
    if (activity.starvedShare() > MAX_STARVED_SHARE) {
      addInflating(
          "busy-machine",
          "machine busy: {percent:%.0f} % of the time without a processor",
          100 * activity.starvedShare());
    }
  }

  /** Adds distortions by options and agents of the JVM. */
  public void addJvmOptions(JvmCounters clock) {
    JvmOptions options = clock.jvmOptions();
    options.slowing().forEach(this::addInflating);
    options.harmless().forEach(this::add);
    KnownAgents.remark(clock.jvmArguments()).ifPresent(this::addInflating);
  }

  /** Adds that sampling ended after few readings, since the limit is exceeded by far. */
  public void addFarAboveLimit(int number) {
    add(
        "far-above-limit",
        "{readings|reading|readings}, since slow calls are far above their limit",
        number);
  }

  /** Adds the number of readings if it is smaller than at the first checkpoint. */
  public void addFewReadings(int number) {
    if (number < SamplingPlan.FIRST_CHECKPOINT) {
      add(
          "few-readings",
          "too short: {readings|reading|readings}, which makes the interval wide; allow more with"
              + " measurementTime",
          number);
    }
  }

  /** Adds the first method whose timed periods are too short for the step of the clock. */
  public void addCoarseClock(BenchmarkSettings settings, List<SampledCase> sampledCases) {
    double step = settings.clockCost().stepNanos();
    for (SampledCase sampledCase : sampledCases) {
      Samples recording = sampledCase.recording();
      double timed =
          Quantiles.median(recording.perCall(TimeBasis.WALL))
              * (sampledCase.timesSingleCalls()
                  ? settings.plan().operations()
                  : recording.operationsPerSample());
      if (step > MAX_CLOCK_STEP_SHARE * timed) {
        add(
            "coarse-clock",
            "clock too coarse: it advances by {step}, and {timed} is timed at once",
            new Elapsed(step),
            new Elapsed(timed));
        return;
      }
    }
  }

  /**
   * Adds interruptions and outliers of one method.
   *
   * @param samples selected samples, timed by {@code basis}
   */
  public void addSampleQuality(SampledCase sampledCase, TimeBasis basis, double[] samples) {
    Samples recording = sampledCase.recording();
    double interrupted = recording.interruptedShare();
    if (basis == TimeBasis.CPU && interrupted > MAX_INTERRUPTED_SHARE) {
      add(
          "interrupted-samples",
          "{method}: {percent:%.0f} % of the samples interrupted",
          sampledCase.benchmarkCase().name(),
          100 * interrupted);
    }
    if (recording.size() >= MIN_SAMPLES_FOR_QUARTILES) {
      addOutliers(sampledCase.benchmarkCase().name(), samples);
    }
  }

  private void addOutliers(String name, double[] samples) {
    int size = samples.length;
    Outliers outliers = Outliers.of(samples);
    if (outliers.extreme() > MAX_EXTREME_OUTLIER_SHARE * size
        || outliers.mild() > MAX_MILD_OUTLIER_SHARE * size) {
      add(
          "outliers",
          "{method}: {outliers} of {samples} samples are outliers, {extreme} of them extreme",
          name,
          outliers.all(),
          size,
          outliers.extreme());
    }
  }
}
