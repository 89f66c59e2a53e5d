package dev.tare.internal.jupiter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the tests of one class have in common, each looked for once: that reads every method, or
 * every type that the class has members of.
 */
final class ClassScene {

  private final Class<?> testClass;
  private final AnnotationPresence marks = new AnnotationPresence();
  private @Nullable ClassSites sites;
  private @Nullable Preparations preparations;

  ClassScene(Class<?> testClass) {
    this.testClass = testClass;
  }

  /** What stands on the methods of the class. */
  AnnotationPresence marks() {
    return marks;
  }

  /** Where promises stand that hold for all tests of the class. */
  synchronized ClassSites sites() {
    ClassSites known = sites;
    if (known == null) {
      known = ClassSites.of(testClass);
      sites = known;
    }
    return known;
  }

  /** What prepares the calls of its tests. */
  synchronized List<Preparation> preparations() {
    Preparations known = preparations;
    if (known == null) {
      known = Preparations.of(testClass, marks);
      preparations = known;
    }
    return known.inOrder();
  }
}
