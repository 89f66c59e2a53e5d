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

  /** Creates objects that nothing holds; the last one is returned. */
  static @Nullable Object create(int objects) {
    Object last = null;
    for (int i = 0; i < objects; i++) {
      last = new Planted(null, 0);
    }
    return last;
  }

  /** Creates objects, each of which leads to the one before, and returns the last. */
  static @Nullable Object chain(int objects, @Nullable Object before) {
    Object last = before;
    for (int i = 0; i < objects; i++) {
      last = new Planted(last, 0);
    }
    return last;
  }

  /** Keeps objects, beside those of earlier calls. */
  static void keep(int objects) {
    kept = chain(objects, kept);
  }

  /** Keeps an object with an array of bytes, beside those of earlier calls. */
  static void keepBytes(int bytes) {
    kept = new Planted(kept, bytes);
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
