package dev.tare.heap;

import java.util.function.Predicate;

/**
 * Classes that a walk enters. Objects of other classes are reached but neither counted nor
 * followed.
 */
enum WalkScope {

  /**
   * Objects that belong to a value, without the surrounding program, to which every object refers.
   */
  VALUE {
    @Override
    boolean enters(Class<?> type) {
      return !(type == Class.class
          || Enum.class.isAssignableFrom(type)
          || ClassLoader.class.isAssignableFrom(type)
          || Thread.class.isAssignableFrom(type)
          || type == Module.class
          // it caches class layouts during a walk and would observe its own growth
          || type == ObjectGraph.class);
    }
  },

  /** All objects. Classes are not entered because all of them are roots. */
  EVERYTHING {
    @Override
    boolean enters(Class<?> type) {
      return type != Class.class;
    }
  };

  abstract boolean enters(Class<?> type);

  /** Returns this scope without the classes that the user ignores. */
  Predicate<Class<?>> without(Predicate<Class<?>> ignored) {
    return type -> enters(type) && !ignored.test(type);
  }
}
