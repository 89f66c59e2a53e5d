package dev.tare.internal.survival;

import dev.tare.internal.survival.ReleasedObjects.Survival;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Prints how many of two released objects survive in this JVM; a field holds one of them. */
final class SurvivalProbe {

  private static @Nullable Object held;

  private SurvivalProbe() {}

  public static void main(String[] arguments) {
    ReleasedObjects released = new ReleasedObjects();
    release(released);
    Survival survival = Survival.of(released, Duration.ZERO);
    System.out.printf(
        "%d released, %d survivors, collects: %b",
        survival.released(), survival.survivors(), survival.collects());
    if (held == null) {
      throw new AssertionError();
    }
  }

  private static void release(ReleasedObjects released) {
    released.add(new Object());
    held = new Object();
    released.add(held);
  }
}
