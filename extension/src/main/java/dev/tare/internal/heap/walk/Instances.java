package dev.tare.internal.heap.walk;

import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.AddressSet;
import dev.tare.internal.heap.set.VisitedSet;
import dev.tare.internal.heap.set.WalkRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists the objects of some classes that the heap roots reach. */
public final class Instances {

  private static final int SCALE = ObjectMemory.arrayScale(Object[].class);

  private Instances() {}

  /**
   * Returns all objects of some classes that the roots reach.
   *
   * @param shapes the references to follow
   * @param known objects to leave out
   */
  public static List<Object> find(
      ClassShapes shapes, HeapRoots roots, Set<Class<?>> types, List<Object> known) {
    Object[] omitted = known.toArray();
    Function<Supplier<VisitedSet>, List<Object>> walk =
        sets -> {
          VisitedSet listed = sets.get();
          for (int i = 0; i < omitted.length; i++) {
            listed.add(omitted, AddressSet.FIRST_ELEMENT_OFFSET + (long) i * SCALE, omitted[i]);
          }
          List<Object> found = new ArrayList<>();
          ListingSet visited = new ListingSet(sets.get(), listed, types, found);
          ClassTallies tallies = ClassTallies.lenient(shapes, type -> true, new TreeSet<>());
          roots.walk(new DepthFirst(visited, tallies), shapes.of(Object.class));
          return found;
        };
    return WalkRunner.run(walk);
  }

  /** Set that lists the objects of some classes that are added to it. */
  private record ListingSet(
      VisitedSet visited, VisitedSet listed, Set<Class<?>> types, List<Object> found)
      implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      boolean isNew = visited.add(holder, offset, object);
      if (isNew && types.contains(object.getClass()) && listed.add(holder, offset, object)) {
        found.add(object);
      }
      return isNew;
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }
  }
}
