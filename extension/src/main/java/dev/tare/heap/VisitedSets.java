package dev.tare.heap;

import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Chooses the set of visited objects: the fast one where the collector allows it and as long as it
 * moves nothing meanwhile, the one that is always right otherwise.
 */
final class VisitedSets {

  /** Collectors that move objects only while all threads stand still, and count each time. */
  private static final Set<String> COUNTED = Set.of("G1", "Parallel", "Serial", "Epsilon");

  private static final int ATTEMPTS = 3;

  private VisitedSets() {}

  /** Whether this JVM's collector allows the fast set. */
  static boolean areFast() {
    return COUNTED.contains(Layout.current().collector());
  }

  /**
   * Does a walk, again if a collection has spoilt it.
   *
   * @param walk takes its sets from the supplier, and answers the same whichever they are
   */
  static <T> T whileNothingMoves(Function<Supplier<Visited>, T> walk) {
    return whileNothingMoves(
        epoch -> walk.apply(() -> new AddressVisited(epoch)),
        () -> walk.apply(IdentityVisited::new));
  }

  /**
   * Does a walk that finds objects again, again if a collection has spoilt it.
   *
   * @param walk answers the same whichever hash it is given
   */
  static <T> T whileNothingMovesHashed(Function<ObjectHash, T> walk) {
    return whileNothingMoves(
        epoch -> walk.apply(ObjectHash.ADDRESS), () -> walk.apply(ObjectHash.IDENTITY));
  }

  private static <T> T whileNothingMoves(Function<CollectionEpoch, T> fast, Supplier<T> sure) {
    for (int i = 0; i < ATTEMPTS && areFast(); i++) {
      CollectionEpoch epoch = new CollectionEpoch();
      try {
        T answer = fast.apply(epoch);
        epoch.check();
        return answer;
      } catch (CollectionEpoch.Ended e) {
        // what was counted is worth nothing
      }
    }
    return sure.get();
  }
}
