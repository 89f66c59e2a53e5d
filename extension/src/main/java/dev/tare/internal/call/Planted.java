package dev.tare.internal.call;

import org.jspecify.annotations.Nullable;

/**
 * Original of a class that is planted beside a test, where it belongs to the application: creates
 * objects, keeps them, and has a method whose calls can be counted.
 */
final class Planted {

  private static @Nullable Object kept;

  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // holds what a static field must lead to
  private final @Nullable Object next;

  @SuppressWarnings("unused") // bytes that stay
  private final byte[] ballast;

  private Planted(@Nullable Object next, int bytes) {
    this.next = next;
    this.ballast = new byte[bytes];
  }

  /** Creates objects, each of which leads to the one before, and returns the last. */
  static @Nullable Object create(int objects) {
    return chain(objects, 0, null);
  }

  private static @Nullable Object chain(int objects, int bytes, @Nullable Object before) {
    Object last = before;
    for (int i = 0; i < objects; i++) {
      last = new Planted(last, bytes);
    }
    return last;
  }

  /** Keeps objects, each with an array of bytes, beside those of earlier calls. */
  static void keep(int objects, int bytes) {
    kept = chain(objects, bytes, kept);
  }

  /** Keeps an object alone; null lets go of all. */
  static void hold(@Nullable Object object) {
    kept = object;
  }

  /** Calls a method several times. */
  static void call(int times) {
    for (int i = 0; i < times; i++) {
      counted();
    }
  }

  static void counted() {
    // its calls are counted
  }
}
