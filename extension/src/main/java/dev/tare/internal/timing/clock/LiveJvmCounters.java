package dev.tare.internal.timing.clock;

import dev.tare.internal.agent.jit.CompiledCode;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Counters of this JVM, read from its management beans and from Linux. */
final class LiveJvmCounters implements JvmCounters {

  private final RunDelay runDelay = new RunDelay();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final com.sun.management.@Nullable ThreadMXBean allocationBean = allocationBean(threads);
  private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
  private final @Nullable CompilationMXBean compilationBean = compilationBean();
  private final com.sun.management.@Nullable OperatingSystemMXBean processBean = processBean();
  private final boolean reportsCpuTime =
      threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
  private final List<GarbageCollectorMXBean> pausingCollectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .filter(collector -> stopsTheProgram(collector.getName()))
          .toList();

  @Override
  public long wallNanos() {
    return System.nanoTime();
  }

  @Override
  public long threadCpuNanos() {
    return reportsCpuTime ? threads.getCurrentThreadCpuTime() : 0;
  }

  @Override
  public long starvedNanos() {
    return Math.max(0, runDelay.ofThisThread());
  }

  @Override
  public long processCpuNanos() {
    return processBean == null ? 0 : Math.max(0, processBean.getProcessCpuTime());
  }

  @Override
  public boolean reportsStarvation() {
    return runDelay.ofThisThread() >= 0;
  }

  @Override
  public long threadAllocatedBytes() {
    return allocationBean == null ? 0 : allocationBean.getCurrentThreadAllocatedBytes();
  }

  @Override
  public boolean reportsAllocation() {
    return allocationBean != null;
  }

  @Override
  public long compileMillis() {
    return compilationBean == null ? 0 : compilationBean.getTotalCompilationTime();
  }

  @Override
  public boolean isCompiling() {
    return CompiledCode.isCompiling();
  }

  @Override
  public boolean discardCompiledCode() {
    return CompiledCode.discardOfApplication();
  }

  @Override
  public long gcMillis() {
    return sum(GarbageCollectorMXBean::getCollectionTime);
  }

  @Override
  public long gcCount() {
    return sum(GarbageCollectorMXBean::getCollectionCount);
  }

  @Override
  public long loadedClasses() {
    return classes.getTotalLoadedClassCount();
  }

  private long sum(ToLongFunction<GarbageCollectorMXBean> counter) {
    return pausingCollectors.stream().mapToLong(counter).filter(number -> number > 0).sum();
  }

  private static @Nullable CompilationMXBean compilationBean() {
    CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    return bean != null && bean.isCompilationTimeMonitoringSupported() ? bean : null;
  }

  private static com.sun.management.@Nullable OperatingSystemMXBean processBean() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean
        : null;
  }

  private static com.sun.management.@Nullable ThreadMXBean allocationBean(ThreadMXBean threads) {
    return threads instanceof com.sun.management.ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
        ? bean
        : null;
  }

  /**
   * Returns whether a collector bean counts pauses. Concurrent collectors have a second bean for
   * concurrent work: "G1 Concurrent GC", "ZGC Major Cycles", "Shenandoah Cycles".
   */
  private static boolean stopsTheProgram(String collector) {
    return !collector.contains("Concurrent") && !collector.contains("Cycles");
  }
}
