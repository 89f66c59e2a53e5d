package dev.tare.internal.call;

import dev.tare.internal.agent.jit.OptimizerHold;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that are measuring a body, so that a measurement inside a measured body can be
 * refused.
 *
 * <p>This is not an inheritable thread local, whose copies would add to the allocations of a body
 * that starts threads.
 */
public final class MeasuringThreads {

  private static final Set<Thread> MEASURING = ConcurrentHashMap.newKeySet();

  private MeasuringThreads() {}

  /** Returns whether the current thread is measuring a body. */
  public static boolean isMeasuring() {
    return MEASURING.contains(Thread.currentThread());
  }

  /**
   * Begins a measurement on the current thread.
   *
   * @return whether the caller must {@link #end()} it, since it is no part of another measurement
   */
  public static boolean begin() {
    boolean isOutermost = MEASURING.add(Thread.currentThread());
    if (isOutermost) {
      OptimizerHold.beginMeasurement();
    }
    return isOutermost;
  }

  /** Ends the measurement of the current thread. */
  public static void end() {
    MEASURING.remove(Thread.currentThread());
    OptimizerHold.endMeasurement();
  }
}
