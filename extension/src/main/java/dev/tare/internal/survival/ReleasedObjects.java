package dev.tare.internal.survival;

import dev.tare.internal.heap.memory.ClassShape;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Objects that should be collected, held weakly. Thread-safe. */
public final class ReleasedObjects {

  private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  private final List<WeakReference<Object>> references = new ArrayList<>();

  /**
   * One reference for each object, cleared only after the finalizers of the object and of those
   * that lead to it have run.
   */
  private final List<PhantomReference<Object>> phantoms = new ArrayList<>();

  /** Names of the objects' classes; the classes themselves must not be held. */
  private final Set<String> types = new LinkedHashSet<>();

  /** Weak references by the identity hash of their objects. */
  private final Map<Integer, List<WeakReference<Object>>> byIdentityHash = new HashMap<>();

  /** Adds an object, unless it was added before. */
  public synchronized void add(Object object) {
    List<WeakReference<Object>> sameHash =
        byIdentityHash.computeIfAbsent(System.identityHashCode(object), hash -> new ArrayList<>(1));
    for (WeakReference<Object> earlier : sameHash) {
      if (earlier.refersTo(object)) {
        return;
      }
    }
    WeakReference<Object> reference = new WeakReference<>(object, queue);
    sameHash.add(reference);
    references.add(reference);
    phantoms.add(new PhantomReference<>(object, queue));
    types.add(ClassShape.className(object.getClass()));
  }

  /** Returns the name of the class of all objects; empty if they are of several classes. */
  public synchronized Optional<String> type() {
    return types.size() == 1 ? Optional.of(types.iterator().next()) : Optional.empty();
  }

  /** Returns the number of objects added. */
  public synchronized int count() {
    return references.size();
  }

  /** Returns the number of objects that have not been collected. */
  public synchronized int survivorCount() {
    return (int) references.stream().filter(reference -> !reference.refersTo(null)).count();
  }

  /**
   * Returns the number of objects without a weak reference that a finalizer still keeps: it has not
   * run, or it has made them reachable again.
   */
  public synchronized int finalizingCount() {
    long kept = phantoms.stream().filter(phantom -> !phantom.refersTo(null)).count();
    return (int) Math.max(0, kept - survivorCount());
  }

  /**
   * Returns the first objects that have not been collected. The caller must drop them before the
   * next collection.
   */
  synchronized List<Object> survivors(int limit) {
    return references.stream()
        .map(WeakReference::get)
        .filter(Objects::nonNull)
        .limit(limit)
        .toList();
  }

  /** Waits until the JVM has collected one of the objects, or until the time is over. */
  void awaitCollected(long millis) {
    try {
      queue.remove(Math.max(1, millis)); // 0 would wait forever
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Number of released objects that survived full collections.
   *
   * @param survivors the number of objects that were not collected
   * @param time how long the collections took, and the waits between them
   * @param collects whether this JVM collects garbage at all
   */
  public record Survival(
      int released, int survivors, int collections, Duration time, boolean collects) {

    /** Reason of an unmeasured figure in a JVM that does not collect. */
    public static final String NOT_COLLECTED =
        "this JVM's collector did not collect anything when requested";

    /** Remedy in a JVM that does not collect. */
    public static final String OTHER_COLLECTOR =
        "run with another collector, for example -XX:+UseG1GC";

    /**
     * Minimum number of collections before an object counts as not collected: an object that a
     * finalizer can reach needs two, and one more if the finalizer is late.
     */
    private static final int MIN_COLLECTIONS = 3;

    private static final long FIRST_WAIT_MILLIS = 10;

    /**
     * Collects up to three times, and then again at growing intervals until the time is over. Ends
     * as soon as all objects are collected.
     *
     * @param within the time that other threads have to let go of the objects
     */
    public static Survival of(ReleasedObjects objects, Duration within) {
      long start = System.nanoTime();
      int collections = 0;
      boolean collects = true;
      long waitMillis = FIRST_WAIT_MILLIS;
      while (collects && objects.survivorCount() + objects.finalizingCount() > 0) {
        if (collections >= MIN_COLLECTIONS) {
          long nanosLeft = within.toNanos() - (System.nanoTime() - start);
          if (nanosLeft <= 0 || Thread.currentThread().isInterrupted()) {
            break;
          }
          objects.awaitCollected(Math.min(waitMillis, TimeUnit.NANOSECONDS.toMillis(nanosLeft)));
          waitMillis *= 2;
        }
        collects = FullCollection.run();
        collections++;
      }
      return new Survival(
          objects.count(),
          objects.survivorCount(),
          collections,
          Duration.ofNanos(System.nanoTime() - start),
          collects);
    }

    /** Collects once more, and returns what survived all collections. */
    public Survival confirmed(ReleasedObjects objects) {
      long start = System.nanoTime();
      boolean collected = FullCollection.run();
      return new Survival(
          released,
          objects.survivorCount(),
          collections + 1,
          time.plusNanos(System.nanoTime() - start),
          collects && collected);
    }
  }
}
