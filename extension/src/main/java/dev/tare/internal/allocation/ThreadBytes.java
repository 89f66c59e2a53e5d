package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;

/**
 * A number whose value is the bytes that the calling thread has allocated so far. Woven code reads
 * it through this type of {@code java.lang}.
 */
final class ThreadBytes extends Number {

  private static final long serialVersionUID = 1L;

  private final transient ThreadMXBean bean;

  ThreadBytes(ThreadMXBean bean) {
    this.bean = bean;
  }

  @Override
  public long longValue() {
    return bean.getCurrentThreadAllocatedBytes();
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
