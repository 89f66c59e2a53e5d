package dev.tare.internal.timing.stage;

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
 * @param sampleCount number of all samples
 * @param slowedByCore number of selected samples during which the core did not run at its best
 *     speed
 * @param inNewMemory number of selected samples that used new memory
 * @param allInNewMemory number of all samples that used new memory
 * @param bytesPerOperation bytes that one operation of the method allocates
 * @param fastestUndisturbed least time of an operation in undisturbed samples; NaN if there are too
 *     few
 * @param fastestInUsedMemory least time of an operation in samples without new memory; NaN if there
 *     are too few
 */
public record SampleSelection(
    List<Integer> samples,
    int sampleCount,
    int samplesPerBlock,
    int slowedByCore,
    int inNewMemory,
    int allInNewMemory,
    double bytesPerOperation,
    double fastestUndisturbed,
    double fastestInUsedMemory) {

  /** Largest slowdown by a shared core: each of two hardware threads gets at least half of it. */
  public static final double MAX_SHARING_SLOWDOWN = 2;

  /**
   * Largest cost of a byte of new memory, as measured on virtual machines; see {@link
   * HeapGrowthWatch}.
   */
  static final double MAX_NANOS_PER_NEW_BYTE = 5;

  /** Share of samples in new memory from which they may affect a robust figure. */
  private static final double NOTICEABLE_SHARE_IN_NEW_MEMORY = 0.25;

  /** Number of undisturbed blocks that suffice for a comparison. */
  private static final int ENOUGH_COMPARED_BLOCKS = 32;

  /**
   * Number of samples that a least time needs; a few may have been disturbed unnoticed between two
   * probes.
   */
  private static final int MIN_SAMPLES_FOR_FASTEST = 3;

  /** Returns a selection of all samples that ignores disturbances. */
  public static SampleSelection all(int size, int samplesPerBlock) {
    return new SampleSelection(
        indexes(size), size, samplesPerBlock, 0, 0, 0, 0, Double.NaN, Double.NaN);
  }

  /**
   * Returns a selection of all samples that counts those in which the heap used new memory.
   *
   * @param methods methods that were sampled in the same rounds, the tested one first
   */
  public static SampleSelection all(List<Samples> methods, int samplesPerBlock) {
    List<Integer> all = indexes(methods.get(0).size());
    int newMemory = all.size() - inUsedMemory(methods, all).size();
    return new SampleSelection(
        all,
        all.size(),
        samplesPerBlock,
        0,
        newMemory,
        newMemory,
        methods.get(0).bytesPerOperation(),
        Double.NaN,
        Double.NaN);
  }

  /**
   * Returns a selection of the undisturbed samples of one method, if they fill the blocks of the
   * first checkpoint.
   */
  public static SampleSelection ofOne(
      Samples recording, TimeBasis basis, CoreSpeedProbe core, int samplesPerBlock) {
    return of(List.of(recording), basis, core, samplesPerBlock, 0);
  }

  /**
   * Returns a selection of the rounds that were undisturbed for every method, if these are at least
   * half of the rounds or fill 32 blocks. Compared methods are sampled in the same rounds, so most
   * of a slowdown cancels out, and dropping many rounds would cost more precision.
   *
   * @param methods methods that were sampled in the same rounds, equally often
   */
  public static SampleSelection ofCompared(
      List<Samples> methods, TimeBasis basis, CoreSpeedProbe core, int samplesPerBlock) {
    int half = methods.get(0).size() / 2;
    return of(
        methods,
        basis,
        core,
        samplesPerBlock,
        Math.min(half, ENOUGH_COMPARED_BLOCKS * samplesPerBlock));
  }

  private static SampleSelection of(
      List<Samples> methods,
      TimeBasis basis,
      CoreSpeedProbe core,
      int samplesPerBlock,
      int minSamples) {
    double[] times = methods.get(0).perCall(basis);
    List<Integer> all = indexes(times.length);
    List<Integer> inUsedMemory = inUsedMemory(methods, all);
    List<Integer> undisturbed =
        inUsedMemory.stream()
            .filter(i -> methods.stream().allMatch(method -> core.isBest(method.probe(i))))
            .toList();
    int slowedByCore = inUsedMemory.size() - undisturbed.size();
    int newMemory = all.size() - inUsedMemory.size();
    int checkpointSamples = SamplingPlan.FIRST_CHECKPOINT * samplesPerBlock;
    boolean undisturbedAreEnough = undisturbed.size() >= Math.max(minSamples, checkpointSamples);
    boolean inUsedMemoryAreEnough = inUsedMemory.size() >= checkpointSamples;
    return new SampleSelection(
        undisturbedAreEnough ? undisturbed : inUsedMemoryAreEnough ? inUsedMemory : all,
        all.size(),
        samplesPerBlock,
        undisturbedAreEnough ? 0 : slowedByCore,
        undisturbedAreEnough || inUsedMemoryAreEnough ? 0 : newMemory,
        newMemory,
        methods.get(0).bytesPerOperation(),
        fastest(times, undisturbed),
        fastest(times, inUsedMemory));
  }

  private static List<Integer> inUsedMemory(List<Samples> methods, List<Integer> samples) {
    return samples.stream()
        .filter(i -> methods.stream().noneMatch(method -> method.usedNewMemory(i)))
        .toList();
  }

  private static double fastest(double[] times, List<Integer> samples) {
    return samples.size() < MIN_SAMPLES_FOR_FASTEST
        ? Double.NaN
        : samples.stream().mapToDouble(i -> times[i]).min().orElseThrow();
  }

  private static List<Integer> indexes(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  /**
   * Returns whether most selected samples were undisturbed, as far as is known, and few of them
   * used new memory.
   */
  public boolean isUndisturbed() {
    int disturbed = slowedByCore + inNewMemory;
    return disturbed == 0 || (2 * disturbed < samples.size() && !manyInNewMemory());
  }

  /** Returns whether enough selected samples used new memory to affect a robust figure. */
  private boolean manyInNewMemory() {
    return inNewMemory > 0 && NOTICEABLE_SHARE_IN_NEW_MEMORY * samples.size() <= inNewMemory;
  }

  /** Returns whether new memory slowed down more of the selected samples than the core did. */
  public boolean isSlowedMostlyByNewMemory() {
    return inNewMemory > slowedByCore;
  }

  /**
   * Returns whether disturbances of most samples may explain a measured time.
   *
   * @param nanos time that an operation may take, usually the limit
   * @param measured measured time of an operation
   * @param fastestWarmUp time of an operation in the fastest warm-up turn without new memory; NaN
   *     if unknown
   */
  public boolean mayExplain(double nanos, double measured, double fastestWarmUp) {
    return !isUndisturbed() && minUndisturbedNanos(measured, fastestWarmUp) <= nanos;
  }

  /**
   * Returns a lower bound of the undisturbed time of an operation, given disturbances of most
   * samples.
   *
   * @param measured measured time of an operation
   * @param fastestWarmUp time of an operation in the fastest warm-up turn without new memory; NaN
   *     if unknown
   */
  public double minUndisturbedNanos(double measured, double fastestWarmUp) {
    double bySharing = measured / MAX_SHARING_SLOWDOWN;
    double byMemory = measured - MAX_NANOS_PER_NEW_BYTE * bytesPerOperation;
    double byBoth = atLeast(byMemory, fastestInUsedMemory / MAX_SHARING_SLOWDOWN);
    double explained = manyInNewMemory() ? Math.min(bySharing, byBoth) : bySharing;
    double known = isSlowedMostlyByNewMemory() ? atLeast(explained, fastestWarmUp) : explained;
    return atLeast(known, fastestUndisturbed);
  }

  /** Returns a lower bound of the time of an operation in used memory, on a core of its own. */
  public static double leastInUsedMemory(double measured, double bytesPerOperation) {
    return Math.min(
        measured / MAX_SHARING_SLOWDOWN, measured - MAX_NANOS_PER_NEW_BYTE * bytesPerOperation);
  }

  private static double atLeast(double nanos, double known) {
    return Double.isNaN(known) ? nanos : Math.max(nanos, known);
  }

  /**
   * Returns whether disturbances may have slowed down compared methods differently: new memory
   * slows down the method that allocates more.
   */
  public boolean slowsMethodsUnequally() {
    return !isUndisturbed() && isSlowedMostlyByNewMemory();
  }

  /** Returns the times of the selected samples. */
  public double[] select(double[] times) {
    return samples.stream().mapToDouble(i -> times[i]).toArray();
  }

  /**
   * Returns one robust value per full block of selected samples, in nanoseconds per operation,
   * without garbage collection pauses. The minimum of several samples excludes pauses by itself;
   * from blocks of a single long sample they are subtracted.
   */
  public double[] blockReadings(Samples recording, TimeBasis basis) {
    boolean includesPauses = basis == TimeBasis.WALL && samplesPerBlock == 1;
    double[] selected =
        select(includesPauses ? recording.unpausedPerCall() : recording.perCall(basis));
    double[] blocks = new double[blockCount()];
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
  public int blockCount() {
    return samples.size() / samplesPerBlock;
  }
}
