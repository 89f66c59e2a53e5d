package dev.tare.internal.heap.set;

import dev.tare.heap.Layout;
import dev.tare.heap.TooManyObjectsException;
import dev.tare.heap.UnweighableException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Chooses the set of visited objects: the fast one where the collector allows it and as long as it
 * moves nothing meanwhile, the one that is always right otherwise.
 */
public final class VisitedSetChoice {

  /** Collectors that move objects only while all threads stand still, and count each time. */
  private static final Set<String> STANDING = Set.of("G1", "Parallel", "Serial", "Epsilon");

  /**
   * It moves objects while threads run. But whoever reads a reference is given the new place from
   * one of its pauses on, and the reference is put right in memory, too; so for those who read
   * before they look at the bits, all objects move in that pause, which is counted.
   */
  private static final String MENDING = "ZGC";

  private static final int ATTEMPTS = 3;

  /**
   * A collection of ZGC's was seen to pause 13 times, and can pause more often; an attempt that
   * comes to objects elsewhere ends soon after a pause.
   */
  private static final int MENDED_ATTEMPTS = 16;

  /** How a walk knows an object again. */
  private interface Means<S> {
    /** For as long as nothing moves. */
    S fast(GcFreePeriod epoch);

    /** Whatever the collector does. */
    S sure();

    /** How often the fast one is tried. */
    default int attempts() {
      return ATTEMPTS;
    }
  }

  // classes, as the first lambda of a JVM takes it as long as all of a first walk

  private static final class Sets implements Means<Supplier<VisitedSet>> {
    @Override
    public Supplier<VisitedSet> fast(GcFreePeriod epoch) {
      return new AddressSets(epoch);
    }

    @Override
    public Supplier<VisitedSet> sure() {
      return new IdentitySets();
    }

    @Override
    public int attempts() {
      return mends() ? MENDED_ATTEMPTS : ATTEMPTS;
    }
  }

  private static final class IdentitySets implements Supplier<VisitedSet> {
    @Override
    public VisitedSet get() {
      return new IdentitySet();
    }
  }

  private record AddressSets(GcFreePeriod epoch) implements Supplier<VisitedSet> {
    @Override
    public VisitedSet get() {
      return new AddressSet(epoch);
    }
  }

  private static final class Hashes implements Means<ObjectHash> {
    @Override
    public ObjectHash fast(GcFreePeriod epoch) {
      return ObjectHash.ADDRESS;
    }

    @Override
    public ObjectHash sure() {
      return ObjectHash.IDENTITY;
    }
  }

  private VisitedSetChoice() {}

  /** Whether this JVM's collector allows the fast set. */
  static boolean areFast() {
    return standsStill() || mends();
  }

  /** Whether this JVM's collector frees and moves objects only while all threads stand still. */
  public static boolean standsStill() {
    return STANDING.contains(Layout.current().collector());
  }

  /** Whether a reference's bits hold only once it has been read. */
  static boolean mends() {
    return MENDING.equals(Layout.current().collector());
  }

  /**
   * Does a walk, again if a collection has spoilt it.
   *
   * @param walk takes its sets from the supplier, and answers the same whichever they are
   */
  public static <T> T whileNothingMoves(Function<Supplier<VisitedSet>, T> walk) {
    return whileNothingMoves(walk, new Sets());
  }

  /**
   * Does a walk once; empty if a collection has spoilt it.
   *
   * @param walk as for {@link #whileNothingMoves(Function)}, under a collector that allows the fast
   *     set
   */
  public static <T> Optional<T> ifNothingMoves(Function<Supplier<VisitedSet>, T> walk) {
    try {
      return Optional.of(withinMemory(() -> fastAttempt(walk, new Sets())));
    } catch (GcFreePeriod.Ended e) {
      return Optional.empty();
    }
  }

  /**
   * Does a walk that finds objects again, again if a collection has spoilt it.
   *
   * @param walk answers the same whichever hash it is given
   */
  public static <T> T whileNothingMovesHashed(Function<ObjectHash, T> walk) {
    return whileNothingMoves(walk, new Hashes());
  }

  /**
   * Does what needs memory by the size of the graph.
   *
   * @throws UnweighableException if there is too little of it
   */
  public static <T> T withinMemory(Supplier<T> walk) {
    try {
      return walk.get();
    } catch (OutOfMemoryError e) {
      throw tooLittleRoom(e);
    }
  }

  private static <S, T> T whileNothingMoves(Function<S, T> walk, Means<S> means) {
    try {
      return attempt(walk, means);
    } catch (OutOfMemoryError e) {
      throw tooLittleRoom(e);
    }
  }

  private static UnweighableException tooLittleRoom(OutOfMemoryError e) {
    return new UnweighableException(
        "the heap has too little room left for the walk", "run with a larger heap (-Xmx)", e);
  }

  private static <S, T> T attempt(Function<S, T> walk, Means<S> means) {
    int attempts = areFast() ? means.attempts() : 0;
    for (int i = 0; i < attempts; i++) {
      try {
        return fastAttempt(walk, means);
      } catch (GcFreePeriod.Ended e) {
        // what was counted is worth nothing
      }
    }
    return walk.apply(means.sure());
  }

  private static <S, T> T fastAttempt(Function<S, T> walk, Means<S> means) {
    GcFreePeriod epoch = new GcFreePeriod();
    T answer;
    try {
      answer = walk.apply(means.fast(epoch));
    } catch (TooManyObjectsException e) {
      epoch.check(); // one object may have been met at two places
      throw e;
    }
    epoch.check();
    return answer;
  }
}
