package dev.tare.internal.call;

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

  /** A running measurement on a thread; ends when it is closed. */
  public interface OpenMeasurement extends AutoCloseable {

    /** Ends the measurement, unless it is part of another one. */
    @Override
    void close();
  }

  /** Returns whether the current thread is measuring a body. */
  public static boolean isMeasuring() {
    return MEASURING.contains(Thread.currentThread());
  }

  /** Begins a measurement on the current thread. It may be part of another measurement. */
  public static OpenMeasurement begin() {
    Thread thread = Thread.currentThread();
    return MEASURING.add(thread) ? () -> MEASURING.remove(thread) : () -> {};
  }
}
