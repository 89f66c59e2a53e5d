package dev.tare.heap;

import java.util.function.Predicate;

/** Which classes a walk enters; objects of the others are met but neither counted nor followed. */
enum WalkScope {

  /** What belongs to a value: not the program around it, which every object refers to. */
  VALUE {
    @Override
    boolean enters(Class<?> type) {
      return !(type == Class.class
          || Enum.class.isAssignableFrom(type)
          || ClassLoader.class.isAssignableFrom(type)
          || Thread.class.isAssignableFrom(type)
          || type == Module.class
          // it learns about classes while it walks, so it would find itself growing
          || type == ObjectGraph.class);
    }
  },

  /** Everything there is: classes are not entered because all of them are roots. */
  EVERYTHING {
    @Override
    boolean enters(Class<?> type) {
      return type != Class.class;
    }
  };

  abstract boolean enters(Class<?> type);

  /** This scope less the classes that a user ignores. */
  Predicate<Class<?>> without(Predicate<Class<?>> ignored) {
    return new Without(this, ignored);
  }

  // no lambda: it would be the first that a JVM links
  private record Without(WalkScope scope, Predicate<Class<?>> ignored)
      implements Predicate<Class<?>> {
    @Override
    public boolean test(Class<?> type) {
      return scope.enters(type) && !ignored.test(type);
    }
  }
}
