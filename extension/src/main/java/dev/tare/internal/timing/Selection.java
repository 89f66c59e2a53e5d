package dev.tare.internal.timing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which samples an estimate is made of: those that were taken while the core did its best, if they
 * are enough, else all.
 *
 * @param samples their numbers, rising
 * @param all how many there are
 * @param samplesPerBlock how many of them make a block
 * @param best whether the core did its best in those selected, or in most, as far as it is known
 */
record Selection(List<Integer> samples, int all, int samplesPerBlock, boolean best) {

  /** All samples, whatever the core did. */
  static Selection all(int size, int samplesPerBlock) {
    return new Selection(numbers(size), size, samplesPerBlock, true);
  }

  /** Those of one method in which the core did its best, be they few. */
  static Selection ofOne(Recording recording, CoreProbe core, int samplesPerBlock) {
    return of(List.of(recording), core, samplesPerBlock, 0);
  }

  /**
   * Those of rounds in which the core did its best for every method, if that was so in most rounds.
   * Methods that are compared are slowed down in the same rounds, and so most of it cancels: it
   * takes less from a comparison than many samples left out.
   *
   * @param together what was sampled in the same rounds, as often each
   */
  static Selection ofCompared(List<Recording> together, CoreProbe core, int samplesPerBlock) {
    return of(together, core, samplesPerBlock, together.get(0).size() / 2);
  }

  private static Selection of(
      List<Recording> together, CoreProbe core, int samplesPerBlock, int least) {
    int size = together.get(0).size();
    List<Integer> best =
        numbers(size).stream()
            .filter(i -> together.stream().allMatch(one -> core.isBest(one.probe(i))))
            .toList();
    boolean enough = best.size() >= Math.max(least, Sampler.LOOKS.get(0) * samplesPerBlock);
    return new Selection(
        enough ? best : numbers(size), size, samplesPerBlock, enough || 2 * best.size() > size);
  }

  private static List<Integer> numbers(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  /** Why a failure may be none, where the core did not do its best. */
  String doubt() {
    return "the core was shared or slowed down beside most samples, which can make calls seem this"
        + " slow; try again, or allow more with maxTime";
  }

  /** How many full blocks they are. */
  int blocks() {
    return samples.size() / samplesPerBlock;
  }

  /** How many were left out. */
  int leftOut() {
    return all - samples.size();
  }
}
