package dev.tare.internal.timing.noise;

import dev.tare.internal.stats.Quantiles;
import dev.tare.internal.timing.call.Samples;
import dev.tare.internal.timing.call.SamplingPlan;
import dev.tare.internal.timing.call.TimeBasis;
import dev.tare.internal.timing.clock.CoreSpeedProbe;
import dev.tare.internal.timing.clock.HeapGrowthWatch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The samples that an estimate uses: undisturbed samples if there are enough, otherwise samples
 * without new memory if there are enough, otherwise all.
 *
 * @param samples indexes of the selected samples, increasing
 * @param all number of all samples
 * @param slowed number of selected samples beside which the core did not run at its best speed
 * @param inNewMemory number of selected samples that used new memory
 * @param newMemory number of all samples that used new memory
 * @param bytes bytes that an action of the method allocates
 * @param fastest least time of an action in undisturbed samples; NaN if there are too few
 * @param fastestInUsedMemory least time of an action in samples without new memory; NaN if there
 *     are too few
 */
public record SampleSelection(
    List<Integer> samples,
    int all,
    int samplesPerBlock,
    int slowed,
    int inNewMemory,
    int newMemory,
    double bytes,
    double fastest,
    double fastestInUsedMemory) {

  /** Largest slowdown by a shared core: two threads have at least half of it each. */
  public static final double MOST_BY_SHARING = 2;

  /**
   * Largest cost of a byte of new memory, that of a virtual machine; see {@link HeapGrowthWatch}.
   */
  static final double MOST_NANOS_PER_NEW_BYTE = 5;

  /** Share of samples in new memory from which a robust figure may show them. */
  private static final double FEWEST_SHARE_IN_NEW_MEMORY = 0.25;

  /** Number of undisturbed blocks that suffice for a comparison. */
  private static final int AMPLE_BLOCKS = 32;

  /** Least number of samples for a least time; fewer may have been disturbed between two probes. */
  private static final int FEWEST_FASTEST = 3;

  /** Selects all samples and ignores disturbances. */
  public static SampleSelection all(int size, int samplesPerBlock) {
    return new SampleSelection(
        numbers(size), size, samplesPerBlock, 0, 0, 0, 0, Double.NaN, Double.NaN);
  }

  /**
   * Selects all samples and counts those in which the heap used new memory.
   *
   * @param together methods that were sampled in the same rounds, the tested one first
   */
  public static SampleSelection all(List<Samples> together, int samplesPerBlock) {
    List<Integer> all = numbers(together.get(0).size());
    int newMemory = all.size() - inUsedMemory(together, all).size();
    return new SampleSelection(
        all,
        all.size(),
        samplesPerBlock,
        0,
        newMemory,
        newMemory,
        together.get(0).bytesPerOperation(),
        Double.NaN,
        Double.NaN);
  }

  /**
   * Selects the undisturbed samples of one method if they fill the blocks of the first checkpoint.
   */
  public static SampleSelection ofOne(
      Samples recording, TimeBasis basis, CoreSpeedProbe core, int samplesPerBlock) {
    return of(List.of(recording), basis, core, samplesPerBlock, 0);
  }

  /**
   * Selects the rounds that were undisturbed for every method if they are most rounds or many.
   * Methods that are compared share a core in the same rounds, so most of its slowdown cancels, and
   * dropping many rounds would cost more.
   *
   * @param together methods that were sampled in the same rounds, equally often
   */
  public static SampleSelection ofCompared(
      List<Samples> together, TimeBasis basis, CoreSpeedProbe core, int samplesPerBlock) {
    int most = together.get(0).size() / 2;
    return of(
        together, basis, core, samplesPerBlock, Math.min(most, AMPLE_BLOCKS * samplesPerBlock));
  }

  private static SampleSelection of(
      List<Samples> together,
      TimeBasis basis,
      CoreSpeedProbe core,
      int samplesPerBlock,
      int least) {
    double[] times = together.get(0).perCall(basis);
    List<Integer> all = numbers(times.length);
    List<Integer> inUsedMemory = inUsedMemory(together, all);
    List<Integer> best =
        inUsedMemory.stream()
            .filter(i -> together.stream().allMatch(one -> core.isBest(one.probe(i))))
            .toList();
    int slowed = inUsedMemory.size() - best.size();
    int newMemory = all.size() - inUsedMemory.size();
    int fewest = SamplingPlan.CHECKPOINTS.get(0) * samplesPerBlock;
    boolean bestAreEnough = best.size() >= Math.max(least, fewest);
    boolean usedAreEnough = inUsedMemory.size() >= fewest;
    return new SampleSelection(
        bestAreEnough ? best : usedAreEnough ? inUsedMemory : all,
        all.size(),
        samplesPerBlock,
        bestAreEnough ? 0 : slowed,
        bestAreEnough || usedAreEnough ? 0 : newMemory,
        newMemory,
        together.get(0).bytesPerOperation(),
        fastest(times, best),
        fastest(times, inUsedMemory));
  }

  private static List<Integer> inUsedMemory(List<Samples> together, List<Integer> samples) {
    return samples.stream()
        .filter(i -> together.stream().noneMatch(one -> one.usedNewMemory(i)))
        .toList();
  }

  private static double fastest(double[] times, List<Integer> samples) {
    return samples.size() < FEWEST_FASTEST
        ? Double.NaN
        : samples.stream().mapToDouble(i -> times[i]).min().orElseThrow();
  }

  private static List<Integer> numbers(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  /**
   * Returns whether most selected samples were undisturbed, as far as is known, and few of them
   * used new memory.
   */
  public boolean best() {
    int bad = slowed + inNewMemory;
    return bad == 0 || (2 * bad < samples.size() && !manyInNewMemory());
  }

  /** Returns whether enough selected samples used new memory to affect a robust figure. */
  private boolean manyInNewMemory() {
    return inNewMemory > 0 && FEWEST_SHARE_IN_NEW_MEMORY * samples.size() <= inNewMemory;
  }

  /** Returns whether new memory slowed down more of the selected samples than the core did. */
  public boolean mostlyByNewMemory() {
    return inNewMemory > slowed;
  }

  /**
   * Returns whether the disturbances of most samples can make an action seem to take that long.
   *
   * @param nanos time that the action may take
   * @param seeming time that the action seems to take
   * @param warm its time in the fastest warm-up turn without new memory, or NaN
   */
  public boolean explains(double nanos, double seeming, double warm) {
    return !best() && least(seeming, warm) <= nanos;
  }

  /**
   * Returns the least time of an action that the disturbances of most samples leave possible.
   *
   * @param seeming time that the action seems to take
   * @param warm its time in the fastest warm-up turn without new memory, or NaN
   */
  public double least(double seeming, double warm) {
    double bySharing = seeming / MOST_BY_SHARING;
    double byMemory = seeming - MOST_NANOS_PER_NEW_BYTE * bytes;
    double byBoth = atLeast(byMemory, fastestInUsedMemory / MOST_BY_SHARING);
    double explained = manyInNewMemory() ? Math.min(bySharing, byBoth) : bySharing;
    double known = mostlyByNewMemory() ? atLeast(explained, warm) : explained;
    return atLeast(known, fastest);
  }

  private static double atLeast(double nanos, double known) {
    return Double.isNaN(known) ? nanos : Math.max(nanos, known);
  }

  /**
   * Returns whether the methods of a comparison were slowed down differently, as one may allocate
   * more.
   */
  public boolean unequal() {
    return !best() && mostlyByNewMemory();
  }

  /** Returns the selected ones of all times. */
  public double[] of(double[] times) {
    return samples.stream().mapToDouble(i -> times[i]).toArray();
  }

  /**
   * Returns one robust value per full block of selected samples: nanoseconds per call, without
   * pauses of garbage collections. The least of several samples leaves them out; single samples,
   * which are long, are taken without them.
   */
  public double[] blocks(Samples recording, TimeBasis basis) {
    boolean showsPauses = basis == TimeBasis.WALL && samplesPerBlock == 1;
    double[] selected = of(showsPauses ? recording.unpausedPerCall() : recording.perCall(basis));
    double[] blocks = new double[blocks()];
    for (int i = 0; i < blocks.length; i++) {
      int from = i * samplesPerBlock;
      double[] block = Arrays.copyOfRange(selected, from, from + samplesPerBlock);
      blocks[i] =
          basis == TimeBasis.CPU
              ? Quantiles.median(block)
              : Arrays.stream(block).min().orElseThrow();
    }
    return blocks;
  }

  /** Returns the number of full blocks. */
  public int blocks() {
    return samples.size() / samplesPerBlock;
  }
}
