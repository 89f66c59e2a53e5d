package dev.tare.internal.survival;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Number of released objects that survived full collections.
 *
 * @param survivors the number of objects that were not collected
 * @param time how long the collections took, and the waits between them
 * @param collects whether this JVM collects garbage at all
 */
public record Survival(
    int released, int survivors, int collections, Duration time, boolean collects) {

  /** Reason of an unmeasured figure in a JVM that does not collect. */
  public static final String NOT_COLLECTED =
      "this JVM's collector did not collect anything when requested";

  /** Remedy in a JVM that does not collect. */
  public static final String OTHER_COLLECTOR =
      "run with another collector, for example -XX:+UseG1GC";

  /**
   * Minimum number of collections before an object counts as not collected: an object that a
   * finalizer can reach needs two, and one more if the finalizer is late.
   */
  private static final int MIN_COLLECTIONS = 3;

  private static final long FIRST_WAIT_MILLIS = 10;

  /**
   * Collects up to three times, and then again at growing intervals until the time is over. Ends as
   * soon as all objects are collected.
   *
   * @param within the time that other threads have to let go of the objects
   */
  public static Survival of(ReleasedObjects objects, Duration within) {
    long start = System.nanoTime();
    int collections = 0;
    boolean collects = true;
    long waitMillis = FIRST_WAIT_MILLIS;
    while (collects && objects.survivorCount() + objects.finalizingCount() > 0) {
      if (collections >= MIN_COLLECTIONS) {
        long nanosLeft = within.toNanos() - (System.nanoTime() - start);
        if (nanosLeft <= 0 || Thread.currentThread().isInterrupted()) {
          break;
        }
        objects.awaitCollected(Math.min(waitMillis, TimeUnit.NANOSECONDS.toMillis(nanosLeft)));
        waitMillis *= 2;
      }
      collects = FullCollection.run();
      collections++;
    }
    return new Survival(
        objects.count(),
        objects.survivorCount(),
        collections,
        Duration.ofNanos(System.nanoTime() - start),
        collects);
  }

  /** Collects once more, and returns what survived all collections. */
  public Survival confirmed(ReleasedObjects objects) {
    long start = System.nanoTime();
    boolean collected = FullCollection.run();
    return new Survival(
        released,
        objects.survivorCount(),
        collections + 1,
        time.plusNanos(System.nanoTime() - start),
        collects && collected);
  }
}
