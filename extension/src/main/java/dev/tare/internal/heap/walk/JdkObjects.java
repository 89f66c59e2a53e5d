package dev.tare.internal.heap.walk;

import dev.tare.internal.agent.JdkModules;
import dev.tare.internal.heap.memory.ClassShapes;
import dev.tare.internal.heap.memory.ObjectMemory;
import dev.tare.internal.heap.set.VisitedSet;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Objects of JDK classes that static fields of the JDK reach, such as cached boxes, time zones and
 * the object that marks the absent second element of {@code List.of(x)}. They belong to the JVM and
 * not to a value.
 */
public final class JdkObjects {

  private JdkObjects() {}

  /** Returns the objects to which static fields of the JDK refer. Call it before a walk. */
  public static Object[] roots() {
    List<Object> roots = new ArrayList<>();
    for (Field field : HeapRoots.list(List.of()).staticsOfTheJdk()) {
      Object root =
          ObjectMemory.reference(
              ObjectMemory.staticHolder(field), ObjectMemory.staticOffset(field));
      if (root != null) {
        roots.add(root);
      }
    }
    return roots.toArray();
  }

  /**
   * Adds the objects that the roots reach to a set. Objects of other classes, which a program may
   * have registered with the JDK, are neither added nor followed.
   */
  public static void addTo(
      VisitedSet visited, Object[] roots, ClassShapes shapes, Predicate<Class<?>> entered) {
    ClassTallies tallies = ClassTallies.lenient(shapes, entered, new HashSet<>());
    new DepthFirst(new JdkOnlySet(visited), tallies).walk(roots);
  }

  /** Set that accepts only objects of JDK classes. */
  private record JdkOnlySet(VisitedSet visited) implements VisitedSet {

    @Override
    public boolean add(Object holder, long offset, Object object) {
      return JdkModules.isOfTheJdk(object.getClass()) && visited.add(holder, offset, object);
    }

    @Override
    public boolean contains(Object holder, long offset, Object object) {
      return visited.contains(holder, offset, object);
    }

    @Override
    public void requireValid() {
      visited.requireValid();
    }
  }
}
