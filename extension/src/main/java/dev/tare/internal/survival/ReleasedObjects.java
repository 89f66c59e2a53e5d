package dev.tare.internal.survival;

import dev.tare.heap.UnweighableException;
import dev.tare.internal.heap.memory.ClassShape;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.HeapAccess;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.memory.ObjectSizes;
import dev.tare.internal.heap.memory.ReferencePolicy;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.InstanceWalk;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
    int survivors = 0;
    for (WeakReference<Object> reference : references) {
      if (!reference.refersTo(null)) {
        survivors++;
      }
    }
    return survivors;
  }

  /**
   * Returns the number of objects without a weak reference that a finalizer still keeps: it has not
   * run, or it has made them reachable again.
   */
  public synchronized int finalizingCount() {
    int uncollected = 0;
    for (PhantomReference<Object> phantom : phantoms) {
      if (!phantom.refersTo(null)) {
        uncollected++;
      }
    }
    return Math.max(0, uncollected - survivorCount());
  }

  /**
   * Searches the heap for objects that a finalizer has made reachable again, and counts them as
   * survivors. Their phantom references identify them. No collection may run before this method
   * returns, since its frame refers to the objects found.
   *
   * @return whether there is such an object
   * @throws UnweighableException if this JVM does not allow an agent to be loaded
   */
  public synchronized boolean findRevived() {
    HeapAccess.require();
    Set<Class<?>> classes =
        Arrays.stream(ObjectMemory.loadedClasses())
            .filter(type -> types.contains(ClassShape.className(type)))
            .collect(Collectors.toSet());
    ClassShapes shapes = new ClassShapes(ReferencePolicy.keeping(Set.of()), ObjectSizes.running());
    List<Object> candidates =
        InstanceWalk.find(shapes, HeapRoots.list(List.of()), List.of(), classes, List.of());
    boolean found = false;
    for (int i = 0; i < phantoms.size(); i++) {
      PhantomReference<Object> phantom = phantoms.get(i);
      if (references.get(i).refersTo(null) && !phantom.refersTo(null)) {
        Optional<Object> revived = candidates.stream().filter(phantom::refersTo).findFirst();
        if (revived.isPresent()) {
          references.set(i, new WeakReference<>(revived.get(), queue));
          found = true;
        }
      }
    }
    return found;
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
