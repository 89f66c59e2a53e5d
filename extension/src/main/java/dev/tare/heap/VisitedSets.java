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

  /**
   * Does a walk, again if a collection has spoilt it.
   *
   * @param walk takes its sets from the supplier, and answers the same whichever they are
   */
  static <T> T whileNothingMoves(Function<Supplier<Visited>, T> walk) {
    if (COUNTED.contains(Layout.current().collector())) {
      for (int i = 0; i < ATTEMPTS; i++) {
        CollectionEpoch epoch = new CollectionEpoch();
        try {
          T answer = walk.apply(() -> new AddressVisited(epoch));
          epoch.check();
          return answer;
        } catch (CollectionEpoch.Ended e) {
          // what was counted is worth nothing
        }
      }
    }
    return walk.apply(IdentityVisited::new);
  }
}
