package dev.tare.internal.profile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;

/**
 * Number whose value is the CPU time of the calling thread in nanoseconds. Woven code reads it as a
 * {@code Number}, since it cannot refer to Tare's own classes.
 */
public final class ThreadCpuTime extends Number {

  private static final long serialVersionUID = 1L;

  private final transient ThreadMXBean bean;

  private ThreadCpuTime(ThreadMXBean bean) {
    this.bean = bean;
  }

  /** Returns the number; empty if this JVM does not report CPU times. */
  public static Optional<Number> ofThisJvm() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    return bean.isCurrentThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled()
        ? Optional.of(new ThreadCpuTime(bean))
        : Optional.empty();
  }

  @Override
  public long longValue() {
    return bean.getCurrentThreadCpuTime();
  }

  @Override
  public int intValue() {
    return Math.toIntExact(longValue());
  }

  @Override
  public float floatValue() {
    return longValue();
  }

  @Override
  public double doubleValue() {
    return longValue();
  }
}
