package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.agent.weave.ClassFiles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A number whose value is the bytes that the calling thread has allocated so far. Woven code reads
 * it through this type of {@code java.lang}.
 *
 * <p>On HotSpot, reading it allocates nothing, however often. Without {@link #CONSTANTS}, a few
 * readings among thousands would: the JVM would create the string constants of the classes behind
 * the counter on the reading thread, with class data sharing 1,376 bytes on JDK 17.
 */
final class ThreadBytes extends Number {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("UnusedVariable") // it keeps the strings interned
  private static final List<List<String>> CONSTANTS = internedConstants();

  private final transient ThreadMXBean bean;

  ThreadBytes(ThreadMXBean bean) {
    this.bean = bean;
  }

  /**
   * Returns the constants of the classes that a reading and the recorders' hooks run through, and
   * of those that box most numbers: without class data sharing for strings, as with ZGC, a row of
   * boxed numbers could have those of Integer, 984 bytes on JDK 25.
   */
  private static List<List<String>> internedConstants() {
    Class<?> threadImpl = ManagementFactory.getThreadMXBean().getClass().getSuperclass();
    return List.of(
        ClassFiles.internConstants(threadImpl, "ThreadImpl"),
        ClassFiles.internConstants(threadImpl, "VMManagementImpl"),
        ClassFiles.internConstants(Thread.class, "Thread"),
        ClassFiles.internConstants(Math.class, "Math"),
        ClassFiles.internConstants(VarHandle.class, "VarHandle"),
        ClassFiles.internConstants(Integer.class, "Integer"),
        ClassFiles.internConstants(Long.class, "Long"));
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
