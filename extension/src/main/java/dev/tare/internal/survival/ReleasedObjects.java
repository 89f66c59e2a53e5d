package dev.tare.internal.survival;

import dev.tare.internal.heap.memory.ClassShape;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
}
