package dev.tare.internal.survival;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Runs an action in another thread after some full collections. */
public final class CollectionCountdown {

  private CollectionCountdown() {}

  /**
   * Runs an action on a cleaner's thread after a number of full collections. Each of them collects
   * one more object. The objects are old, so young collections do not count.
   */
  public static void start(int collections, Runnable action) {
    @Nullable Object[] old = new Object[collections];
    Arrays.setAll(old, i -> new Object());
    System.gc();
    next(old, 0, action);
  }

  private static void next(@Nullable Object[] old, int number, Runnable action) {
    Cleaner.create()
        .register(
            old[number],
            () -> {
              if (number + 1 == old.length) {
                action.run();
              } else {
                next(old, number + 1, action);
              }
            });
    old[number] = null;
  }
}
