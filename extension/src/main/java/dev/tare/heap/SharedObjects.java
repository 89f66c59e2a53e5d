package dev.tare.heap;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.DeclaredFields;
import dev.tare.internal.heap.walk.ClassTallies;
import dev.tare.internal.heap.walk.DepthFirst;
import dev.tare.internal.heap.walk.HeapRoots;
import dev.tare.internal.heap.walk.VisitedSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Set of the objects that others than a value hold: those that the heap roots reach without going
 * through the value. It is valid as long as no object moves.
 *
 * @param rootReachable objects that the heap roots reach
 * @param callSiteConstants whether the objects of a hidden class are constants of a call site
 * @param unread names of classes whose fields could not be listed
 */
record SharedObjects(
    VisitedSet rootReachable, Map<Class<?>, Boolean> callSiteConstants, Set<String> unread)
    implements VisitedSet {

  /** Walks the heap from all roots, but not through the value. */
  static SharedObjects of(Object value, HeapRoots roots, ClassShapes strong, VisitedSet visited) {
    Set<String> unread = new TreeSet<>(roots.unread());
    // all classes are roots
    ClassTallies tallies = ClassTallies.lenient(strong, type -> type != Class.class, unread);
    DepthFirst walk = new DepthFirst(visited, tallies);
    walk.skip(value);
    roots.walk(walk, strong.of(Object.class));
    return new SharedObjects(visited, new HashMap<>(), unread);
  }

  @Override
  public boolean add(Object holder, long offset, Object object) {
    return rootReachable.add(holder, offset, object);
  }

  @Override
  public boolean contains(Object holder, long offset, Object object) {
    Class<?> type = object.getClass();
    return rootReachable.contains(holder, offset, object)
        || (type.isHidden()
            && callSiteConstants.computeIfAbsent(type, DeclaredFields::isCallSiteConstant));
  }

  /** Returns a set in which these objects count as visited already. */
  VisitedSet without(VisitedSet visited) {
    return new RetainedOnlySet(this, visited);
  }

  private record RetainedOnlySet(VisitedSet shared, VisitedSet visited) implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return !shared.contains(holder, offset, object) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return shared.contains(holder, offset, object) || visited.contains(holder, offset, object);
    }
  }
}
