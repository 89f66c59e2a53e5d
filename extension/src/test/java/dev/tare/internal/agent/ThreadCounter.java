package dev.tare.internal.agent;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Reads the allocation counter of the calling thread. It is application code, so it is woven too.
 */
public final class ThreadCounter extends Number {

  private static final long serialVersionUID = 1L;

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Override
  public long longValue() {
    return BEAN.getCurrentThreadAllocatedBytes();
  }

  @Override
  public int intValue() {
    return (int) longValue();
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
