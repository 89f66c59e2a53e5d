package dev.tare.heap;

import java.util.function.Predicate;

/**
 * Classes that a walk enters. Objects of other classes are reached but neither counted nor
 * followed.
 */
final class WalkScope {

  private WalkScope() {}

  /**
   * Returns the classes whose objects belong to a value, and not to the surrounding program, which
   * every object can reach.
   *
   * @param ignored the classes that the user ignores
   */
  static Predicate<Class<?>> ofValue(Predicate<Class<?>> ignored) {
    return type -> !isOfProgram(type) && !ignored.test(type);
  }

  private static boolean isOfProgram(Class<?> type) {
    return type == Class.class
        || Enum.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || Thread.class.isAssignableFrom(type)
        || type == Module.class
        // it caches class layouts during a walk and would observe its own growth
        || type == ObjectGraph.class;
  }

  /** Returns whether a walk from the heap roots enters a class; all classes are roots. */
  static boolean ofHeap(Class<?> type) {
    return type != Class.class;
  }
}
