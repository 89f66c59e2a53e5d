package dev.tare.internal.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that measure a body, so that a measurement within a measured body can be refused.
 *
 * <p>It is no thread local: one that threads inherit would add to what a body allocates that starts
 * threads.
 */
public final class MeasuringThreads {

  private static final Set<Thread> MEASURING = ConcurrentHashMap.newKeySet();

  private MeasuringThreads() {}

  /** A measurement on a thread, which ends when this is closed. */
  public interface OpenMeasurement extends AutoCloseable {

    /** Ends the measurement, unless it is part of another one. */
    @Override
    void close();
  }

  /** Returns whether this thread measures a body. */
  public static boolean isMeasuring() {
    return MEASURING.contains(Thread.currentThread());
  }

  /** Begins a measurement on this thread; one may be part of another one. */
  public static OpenMeasurement begin() {
    Thread thread = Thread.currentThread();
    return MEASURING.add(thread) ? () -> MEASURING.remove(thread) : () -> {};
  }
}
