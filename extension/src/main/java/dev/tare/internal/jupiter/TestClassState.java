package dev.tare.internal.jupiter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caches what all tests of a class share, since computing it reads all methods and supertypes of
 * the class.
 */
final class TestClassState {

  private final Class<?> testClass;
  private @Nullable ClassSites sites;
  private @Nullable Preparations preparations;

  TestClassState(Class<?> testClass) {
    this.testClass = testClass;
  }

  /** Returns the places of promises that apply to all tests of the class. */
  synchronized ClassSites sites() {
    ClassSites cached = sites;
    if (cached == null) {
      cached = ClassSites.of(testClass);
      sites = cached;
    }
    return cached;
  }

  /** Returns the methods that prepare the calls of its tests. */
  synchronized List<Preparation> preparations() {
    Preparations cached = preparations;
    if (cached == null) {
      cached = Preparations.of(testClass);
      preparations = cached;
    }
    return cached.inOrder();
  }
}
