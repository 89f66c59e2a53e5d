package dev.tare.internal.survival;

import dev.tare.internal.call.CopyingLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Classes whose reflection data the JVM holds softly. When they are unloaded, it looks as if the
 * JVM had cleared soft references.
 */
final class SoftlyHeldClasses {

  /** More than the classes whose reflection data the JVM creates in the meantime. */
  private static final int NUMBER = 100;

  /** Class of which each loader has a copy. */
  static final class Copied {}

  private final List<Object> copies = new ArrayList<>();

  SoftlyHeldClasses() throws ReflectiveOperationException {
    for (int i = 0; i < NUMBER; i++) {
      copies.add(new CopyingLoader(Copied.class).instance(Copied.class));
    }
  }

  /** Lets the next collection unload the classes. */
  void drop() {
    copies.clear();
  }
}
