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
 * Which samples an estimate is made of: those that were taken while the core did its best and the
 * heap took no new memory, if they are enough; else those in memory used before; else all.
 *
 * @param samples their numbers, rising
 * @param all how many there are
 * @param samplesPerBlock how many of them make a block
 * @param slowed how many of those selected were slowed down by a core that did not do its best
 * @param inNewMemory how many of those selected took new memory
 * @param newMemory how many of all did
 * @param bytes what an action of the method allocates
 * @param fastest what an action took at least in what nothing slowed down, be it too few samples;
 *     not a number with next to none
 * @param fastestInUsedMemory the same of what took no new memory, whatever its core did
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

  /** Two threads that share a core have half of it each at the worst; 1.5 was seen, of methods. */
  public static final double MOST_BY_SHARING = 2;

  /** Measured: 14 us a page of 4 KiB in a virtual machine, see {@link HeapGrowthWatch}. */
  static final double MOST_NANOS_PER_NEW_BYTE = 5;

  /** Robust figures hide fewer, whatever they took. */
  private static final double FEWEST_SHARE_IN_NEW_MEMORY = 0.25;

  /** Of a comparison so many blocks are ample: a look has 8 to 256. */
  private static final int AMPLE_BLOCKS = 32;

  /** Fewer samples may have been slowed down between two probes. */
  private static final int FEWEST_FASTEST = 3;

  /** All samples, whatever slowed them down. */
  public static SampleSelection all(int size, int samplesPerBlock) {
    return new SampleSelection(
        numbers(size), size, samplesPerBlock, 0, 0, 0, 0, Double.NaN, Double.NaN);
  }

  /**
   * All samples, with the number of those in which the heap took new memory.
   *
   * @param together the methods that were sampled in the same rounds, the tested one first
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

  /** Those of one method, be they few. */
  public static SampleSelection ofOne(
      Samples recording, TimeBasis basis, CoreSpeedProbe core, int samplesPerBlock) {
    return of(List.of(recording), basis, core, samplesPerBlock, 0);
  }

  /**
   * Those of rounds in which the core did its best for every method, if that was so in most rounds
   * or many. Methods that are compared share a core in the same rounds, and most of it cancels: it
   * takes less from a comparison than many samples left out.
   *
   * @param together what was sampled in the same rounds, as often each
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
    int fewest = SamplingPlan.LOOKS.get(0) * samplesPerBlock;
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
        .filter(i -> together.stream().noneMatch(one -> one.tookNewMemory(i)))
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
   * Whether nothing slowed down most of those selected, as far as it is known, and few of them took
   * new memory.
   */
  public boolean best() {
    int bad = slowed + inNewMemory;
    return bad == 0 || (2 * bad < samples.size() && !manyInNewMemory());
  }

  /** New memory can be slower by so much that a robust figure of a quarter shows it. */
  private boolean manyInNewMemory() {
    return inNewMemory > 0 && FEWEST_SHARE_IN_NEW_MEMORY * samples.size() <= inNewMemory;
  }

  /** Whether new memory slowed down more of them than the core did. */
  public boolean mostlyByNewMemory() {
    return inNewMemory > slowed;
  }

  /**
   * Whether what slowed down most samples can make an action seem to take so long.
   *
   * @param nanos what it may take
   * @param seeming what it seems to take
   * @param warm what it took in the fastest warm-up turn without new memory, or not a number
   */
  public boolean explains(double nanos, double seeming, double warm) {
    return !best() && least(seeming, warm) <= nanos;
  }

  /**
   * The least that an action takes, as far as what slowed down most samples can explain the rest.
   *
   * @param seeming what it seems to take
   * @param warm what it took in the fastest warm-up turn without new memory, or not a number
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

  /** Whether methods that are compared were slowed down differently: one may allocate more. */
  public boolean unequal() {
    return !best() && mostlyByNewMemory();
  }

  /** The samples selected, of all. */
  public double[] of(double[] times) {
    return samples.stream().mapToDouble(i -> times[i]).toArray();
  }

  /**
   * Returns one robust figure for each full block of the samples selected: nanoseconds per call.
   */
  public double[] blocks(Samples recording, TimeBasis basis) {
    double[] selected = of(recording.perCall(basis));
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

  /** How many full blocks they are. */
  public int blocks() {
    return samples.size() / samplesPerBlock;
  }
}
