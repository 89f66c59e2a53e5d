package dev.tare.internal.heap.walk;

import dev.tare.heap.Layout;
import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.GarbageCollectors;
import dev.tare.internal.heap.memory.ObjectMemory;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs walks with a suitable set of visited objects: the fast {@link AddressSet} if the collector
 * supports it and no object moves during the walk, otherwise the {@link IdentitySet}, which is
 * always correct.
 */
public final class WalkRunner {

  /**
   * Collectors that move objects only while all threads are stopped, and count each such
   * collection.
   */
  private static final Set<String> MOVES_ONLY_IN_PAUSES =
      Set.of("G1", "Parallel", "Serial", "Epsilon");

  /**
   * Collector that moves objects while threads run, but heals references: from one of its pauses
   * on, reading a reference returns the new address and also updates the reference in memory. For
   * code that reads a reference before its bits, all objects therefore move in that pause, which is
   * counted.
   */
  private static final String HEALS_REFERENCES = "ZGC";

  /** Number of attempts with addresses before a walk falls back to identity hashes. */
  private static final int ATTEMPTS = 3;

  /**
   * Number of attempts under ZGC, whose collections have several pauses each. An attempt that a
   * pause invalidates usually ends soon after it.
   */
  private static final int HEALING_ATTEMPTS = 16;

  private WalkRunner() {}

  /** Returns whether this JVM's collector supports the address set. */
  static boolean supportsAddressSet() {
    return movesOnlyInPauses() || healsReferences();
  }

  /**
   * Returns whether this JVM's collector frees and moves objects only while all threads are
   * stopped.
   */
  public static boolean movesOnlyInPauses() {
    return MOVES_ONLY_IN_PAUSES.contains(Layout.current().collector());
  }

  /**
   * Returns whether this JVM's collector updates a reference when it is read, so that its bits are
   * valid only afterwards.
   */
  static boolean healsReferences() {
    return HEALS_REFERENCES.equals(Layout.current().collector());
  }

  /**
   * Runs a walk, and repeats it if a collection moved objects.
   *
   * @param walk creates its sets with the supplier, and returns the same result for every kind of
   *     set
   */
  public static <T> T run(Function<Supplier<VisitedSet>, T> walk) {
    return runRepeatedly(
        walk,
        period -> () -> new AddressSet(period),
        IdentitySet::new,
        healsReferences() ? HEALING_ATTEMPTS : ATTEMPTS);
  }

  /**
   * Runs a walk once; returns empty if a collection moved objects.
   *
   * @param walk as for {@link #run}, under a collector that supports the address set
   */
  public static <T> Optional<T> runOnce(Function<Supplier<VisitedSet>, T> walk) {
    try {
      return Optional.of(
          withinMemory(() -> runByAddress(walk, period -> () -> new AddressSet(period))));
    } catch (GcFreePeriod.PeriodEndedException e) {
      return Optional.empty();
    }
  }

  /**
   * Runs a walk that finds objects by hash, and repeats it if a collection moved objects.
   *
   * @param walk returns the same result for every kind of hash
   */
  public static <T> T runHashed(Function<ObjectHash, T> walk) {
    return runRepeatedly(walk, period -> ObjectHash.ADDRESS, ObjectHash.IDENTITY, ATTEMPTS);
  }

  /**
   * Runs an action that needs memory in proportion to the graph.
   *
   * @throws UnweighableException if memory runs out
   */
  public static <T> T withinMemory(Supplier<T> action) {
    try {
      return action.get();
    } catch (OutOfMemoryError e) {
      throw new UnweighableException(
          "the heap has too little room left for the walk", "run with a larger heap (-Xmx)", e);
    }
  }

  /**
   * Runs a walk that recognizes objects in one of two ways.
   *
   * @param byAddress fast, valid as long as no object moves
   * @param byIdentity slower, correct under every collector
   * @param attempts number of attempts by address
   */
  private static <S, T> T runRepeatedly(
      Function<S, T> walk, Function<GcFreePeriod, S> byAddress, S byIdentity, int attempts) {
    return withinMemory(
        () -> {
          for (int i = 0; supportsAddressSet() && i < attempts; i++) {
            try {
              return runByAddress(walk, byAddress);
            } catch (GcFreePeriod.PeriodEndedException e) {
              // the counts are invalid: try again
            }
          }
          return walk.apply(byIdentity);
        });
  }

  private static <S, T> T runByAddress(Function<S, T> walk, Function<GcFreePeriod, S> byAddress) {
    GcFreePeriod period = new GcFreePeriod();
    T result = walk.apply(byAddress.apply(period));
    period.requireValid();
    return result;
  }

  /** Hash of an object that stays the same during a walk. */
  public interface ObjectHash {

    /**
     * Hash of the value of the reference. It is valid for one {@link GcFreePeriod} only, and has no
     * side effects.
     */
    ObjectHash ADDRESS =
        (holder, offset, object) ->
            (int) ((AddressSet.address(holder, offset) * 0x9E3779B97F4A7C15L) >>> 32);

    /** Identity hash, which the JVM writes into the object's header. */
    ObjectHash IDENTITY = (holder, offset, object) -> System.identityHashCode(object);

    /**
     * Returns the hash of an object.
     *
     * @param holder the object or array that refers to it
     * @param offset the reference's offset in the holder
     */
    int of(Object holder, long offset, Object object);
  }

  /**
   * Period in which the garbage collector moves no object. It ends in one of two events:
   *
   * <ul>
   *   <li>the JVM counts a collection or, for collectors that count pauses separately, a pause;
   *   <li>a young object has another address, since every collection moves young objects.
   * </ul>
   */
  static final class GcFreePeriod {

    /** Thrown if objects may have moved, so that results based on addresses are invalid. */
    static final class PeriodEndedException extends RuntimeException {

      private static final long serialVersionUID = 1L;

      PeriodEndedException() {
        super(null, null, false, false);
      }
    }

    /** Array with a reference to a newly allocated object. */
    private final Object[] sentinel = {new Object()};

    private final long collections = GarbageCollectors.collections();
    private final long address = address();

    /**
     * Checks that no object has moved.
     *
     * @throws PeriodEndedException if objects may have moved
     */
    void requireValid() {
      if (isOver()) {
        throw new PeriodEndedException();
      }
    }

    /** Returns whether objects may have moved since the beginning. */
    boolean isOver() {
      return address() != address || GarbageCollectors.collections() != collections;
    }

    private long address() {
      ObjectMemory.reference(sentinel, AddressSet.FIRST_ELEMENT_OFFSET);
      return AddressSet.address(sentinel, AddressSet.FIRST_ELEMENT_OFFSET);
    }
  }
}
