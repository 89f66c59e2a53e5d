package dev.tare.internal.survival;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Outcome of collections: how many of some released objects they left.
 *
 * @param survivors the number of those that were not collected
 * @param time how long they and the time between them took
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
   * Number of collections before an object counts as not collected: an object that a finalizer can
   * reach needs two, and one more if the finalizer is late.
   */
  static final int COLLECTIONS = 3;

  private static final long FIRST_WAIT_MILLIS = 10;

  /**
   * Collects up to three times, and then again at growing distances until the time is over; ends as
   * soon as no object is left.
   *
   * @param within the time that other threads have to let go of the objects
   */
  public static Survival of(ReleasedObjects objects, Duration within) {
    long start = System.nanoTime();
    int collections = 0;
    boolean collects = true;
    long waitMillis = FIRST_WAIT_MILLIS;
    while (collects && objects.survivors() + objects.finalizing() > 0) {
      if (collections >= COLLECTIONS) {
        long left = within.toNanos() - (System.nanoTime() - start);
        if (left <= 0 || Thread.currentThread().isInterrupted()) {
          break;
        }
        objects.awaitOne(Math.min(waitMillis, TimeUnit.NANOSECONDS.toMillis(left)));
        waitMillis *= 2;
      }
      collects = FullCollection.run();
      collections++;
    }
    return new Survival(
        objects.count(),
        objects.survivors(),
        collections,
        Duration.ofNanos(System.nanoTime() - start),
        collects);
  }

  /** Collects once more, and returns the outcome of all collections together. */
  public Survival confirmed(ReleasedObjects objects) {
    long start = System.nanoTime();
    boolean collected = FullCollection.run();
    return new Survival(
        released,
        objects.survivors(),
        collections + 1,
        time.plusNanos(System.nanoTime() - start),
        collects && collected);
  }
}
