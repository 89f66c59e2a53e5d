package dev.tare.internal.timing;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which samples an estimate is made of: those that were taken while the core did its best and the
 * heap took no new memory, if they are enough, else all.
 *
 * @param samples their numbers, rising
 * @param all how many there are
 * @param samplesPerBlock how many of them make a block
 * @param slowed how many of all were slowed down by a core that did not do its best
 * @param inNewMemory how many of all by new memory
 * @param bytes what an action of the method allocates
 */
record Selection(
    List<Integer> samples,
    int all,
    int samplesPerBlock,
    int slowed,
    int inNewMemory,
    double bytes) {

  /** Two threads that share a core have half of it each at the worst. */
  private static final double MOST_BY_SHARING = 2;

  /** Measured: 14 us a page of 4 KiB in a virtual machine, see {@link HeapLevel}. */
  private static final double MOST_NANOS_PER_NEW_BYTE = 5;

  /** All samples, whatever slowed them down. */
  static Selection all(int size, int samplesPerBlock) {
    return new Selection(numbers(size), size, samplesPerBlock, 0, 0, 0);
  }

  /** Those of one method that nothing slowed down, be they few. */
  static Selection ofOne(Recording recording, CoreProbe core, int samplesPerBlock) {
    return of(List.of(recording), core, samplesPerBlock, 0);
  }

  /**
   * Those of rounds in which nothing slowed down any method, if that was so in most rounds. Methods
   * that are compared are slowed down in the same rounds, and so most of it cancels: it takes less
   * from a comparison than many samples left out.
   *
   * @param together what was sampled in the same rounds, as often each
   */
  static Selection ofCompared(List<Recording> together, CoreProbe core, int samplesPerBlock) {
    return of(together, core, samplesPerBlock, together.get(0).size() / 2);
  }

  private static Selection of(
      List<Recording> together, CoreProbe core, int samplesPerBlock, int least) {
    List<Integer> numbers = numbers(together.get(0).size());
    List<Integer> inUsedMemory =
        numbers.stream()
            .filter(i -> together.stream().noneMatch(one -> one.tookNewMemory(i)))
            .toList();
    List<Integer> best =
        inUsedMemory.stream()
            .filter(i -> together.stream().allMatch(one -> core.isBest(one.probe(i))))
            .toList();
    boolean enough = best.size() >= Math.max(least, Sampler.LOOKS.get(0) * samplesPerBlock);
    return new Selection(
        enough ? best : numbers,
        numbers.size(),
        samplesPerBlock,
        inUsedMemory.size() - best.size(),
        numbers.size() - inUsedMemory.size(),
        together.get(0).bytesPerOperation());
  }

  private static List<Integer> numbers(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  /** Whether nothing slowed down those selected, or most of them, as far as it is known. */
  boolean best() {
    return leftOut() > 0 || 2 * (slowed + inNewMemory) < all || slowed + inNewMemory == 0;
  }

  /** Whether new memory slowed down more samples than the core did. */
  boolean mostlyByNewMemory() {
    return inNewMemory > slowed;
  }

  /** Whether what slowed down most samples can make an action of a time seem to take so long. */
  boolean explains(double nanos, double seeming) {
    if (best()) {
      return false;
    }
    return mostlyByNewMemory()
        ? seeming <= nanos + MOST_NANOS_PER_NEW_BYTE * bytes
        : seeming <= MOST_BY_SHARING * nanos;
  }

  /** Why a failure may be none, where most samples were slowed down. */
  String doubt() {
    return mostlyByNewMemory()
        ? "the heap took new memory in most samples, which is slow at first; try again, or allow"
            + " more with maxWarmup"
        : "the core was shared or slowed down beside most samples, which can make calls seem this"
            + " slow; try again, or allow more with maxTime";
  }

  /** What was left out, and why; empty if nothing was. */
  Optional<String> phrase() {
    if (leftOut() == 0) {
      return Optional.empty();
    }
    String form =
        inNewMemory == 0
            ? "%,d of %,d samples left out: the core did not do its best beside them"
            : slowed == 0
                ? "%,d of %,d samples left out: the heap took new memory in them"
                : "%,d of %,d samples left out: the core did not do its best beside them, or the"
                    + " heap took new memory in them";
    return Optional.of(String.format(Locale.ROOT, form, leftOut(), all));
  }

  /** How many full blocks they are. */
  int blocks() {
    return samples.size() / samplesPerBlock;
  }

  /** How many were left out. */
  private int leftOut() {
    return all - samples.size();
  }
}
