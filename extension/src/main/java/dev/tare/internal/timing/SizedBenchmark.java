package dev.tare.internal.timing;

import dev.tare.internal.call.TestBody;
import dev.tare.internal.stats.TrimmedMean;
import dev.tare.unit.Elapsed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Times one method with arguments of several sizes, in turn, so that all share one machine. */
public final class SizedBenchmark {

  /** Eight blocks of five samples, as many as the first look of a benchmark takes. */
  private static final int ROUNDS = 40;

  private static final int SAMPLES_PER_BLOCK = 5;

  /** As in {@link Distortions}. */
  private static final double MOST_GC = 0.05;

  private final Clock clock;
  private final Caps caps;
  private final Progress progress;

  /**
   * A benchmark that reads the clock given; the caps are those of all sizes together. It tells how
   * far it is with the time of a call at the first size.
   */
  public SizedBenchmark(Clock clock, Caps caps, Progress progress) {
    this.clock = clock;
    this.caps = caps;
    this.progress = progress;
  }

  /**
   * Measures, each time with freshly compiled code.
   *
   * @param bodies the method at each size
   * @throws Throwable what the method threw, unchanged
   */
  public SizedTimes measure(List<TestBody> bodies) throws Throwable {
    List<Lane> lanes =
        bodies.stream()
            .map(body -> new Lane(new Arm("", body), clock, Procedure.STANDARD))
            .toList();
    try {
      WarmUp.Ended ended = new WarmUp(clock, caps.warmup().nanos(), progress).warm(lanes);
      for (Lane lane : lanes) {
        Pilot.choose(lane);
      }
      Activity before = Activity.now(clock);
      sample(lanes);
      return times(lanes, ended, Activity.now(clock).minus(before));
    } finally {
      lanes.forEach(Lane::forget);
    }
  }

  private void sample(List<Lane> lanes) throws Throwable {
    double end = clock.wallNanos() + caps.sampling().nanos();
    for (int round = 0; round < ROUNDS; round++) {
      if (round >= Sampler.FEWEST_ROUNDS && clock.wallNanos() >= end) {
        return;
      }
      for (int i = 0; i < lanes.size(); i++) {
        lanes.get((round + i) % lanes.size()).sample();
        long samples = (long) round * lanes.size() + i + 1;
        progress.at("sampling", samples, lanes.get(0).nanosPerCall(), end - clock.wallNanos());
      }
    }
  }

  private static SizedTimes times(List<Lane> lanes, WarmUp.Ended ended, Activity activity) {
    boolean cpu = lanes.stream().allMatch(lane -> lane.recording().cpuBound());
    Basis basis = cpu ? Basis.CPU : Basis.WALL;
    int size = lanes.get(0).recording().size();
    int perBlock = size >= 2 * SAMPLES_PER_BLOCK ? SAMPLES_PER_BLOCK : 1;
    List<Double> nanos =
        lanes.stream()
            .map(lane -> typical(lane.recording().blocks(basis, Selection.all(size, perBlock))))
            .toList();
    return new SizedTimes(
        nanos.stream().map(one -> Math.max(one, Estimate.FLOOR_NANOS)).toList(),
        List.of(
            cpu ? "CPU time of the calling thread" : "real time",
            "%s samples of each size, interleaved".formatted(size),
            "warm-up " + new Elapsed(ended.nanos()).inSeconds()),
        distortions(lanes, ended, activity),
        nanos.stream().anyMatch(one -> one < Estimate.FLOOR_NANOS));
  }

  private static double typical(double[] blocks) {
    return Math.exp(TrimmedMean.of(Arrays.stream(blocks).map(Math::log).toArray()).value());
  }

  private static List<String> distortions(List<Lane> lanes, WarmUp.Ended ended, Activity activity) {
    List<String> phrases = new ArrayList<>();
    if (lanes.stream().anyMatch(Lane::reflective)) {
      phrases.add("reflective mode: each call includes the cost of reflection");
    }
    if (!ended.quiet()) {
      phrases.add("the JIT still compiled when the warm-up ended");
    }
    if (activity.gcShare() > MOST_GC) {
      phrases.add(
          String.format(
              Locale.ROOT,
              "garbage collection %.0f %% of the time, not counted in CPU time",
              100 * activity.gcShare()));
    }
    return phrases;
  }
}
