package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
import dev.tare.model.PointSeries;
import dev.tare.unit.Elapsed;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lists the bytes that each thread allocates between start and stop, with samples in between, like
 * the Flight Recorder event {@code jdk.ThreadAllocationStatistics}.
 *
 * <p>The bytes of a thread that is alive at the end are exact. For a thread that ended, they are
 * those of its last sample; the rest is in {@link #missedBytes()}. A virtual thread's bytes are its
 * carrier's. The sampler itself is not listed.
 */
public final class ThreadSampler {

  private static final double NANOS_PER_SECOND = 1e9;

  private final ThreadMXBean bean;
  private final Elapsed period;
  private final Thread caller = Thread.currentThread();
  private final Map<Long, SampledThread> threads = new LinkedHashMap<>();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread sampler = new Thread(this::sampleUntilStopped, "tare-thread-sampler");
  private final Optional<OtherThreadBytes> others = AllocationCounters.otherThreadBytes();
  private long otherBytesBefore;
  private long missedBytes;
  private long samplerBytesBefore;
  private long callerBytesBefore;
  private int samples;
  private final long startNanos = System.nanoTime();

  /** A thread, with the first and the last value of its counter, and those in between. */
  private static final class SampledThread {
    private final String name;
    private final long first;
    private long last;
    private boolean alive = true;
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> growth = new ArrayList<>();

    SampledThread(String name, long first) {
      this.name = name;
      this.first = first;
      this.last = first;
    }

    void add(double second, long bytes) {
      last = bytes;
      alive = true;
      seconds.add(second);
      growth.add((double) (bytes - first));
    }

    PointSeries series() {
      return new PointSeries(name, "B", seconds, growth, Map.of());
    }
  }

  private ThreadSampler(ThreadMXBean bean, Elapsed period) {
    this.bean = bean;
    this.period = period;
  }

  /**
   * Starts sampling; empty if this JVM does not count by thread. The same thread must stop it.
   *
   * @param period the time between two samples
   */
  public static Optional<ThreadSampler> start(Elapsed period) {
    Optional<ThreadSampler> sampler =
        AllocationCounters.bean().map(bean -> new ThreadSampler(bean, period));
    sampler.ifPresent(ThreadSampler::open);
    return sampler;
  }

  private void open() {
    sampler.setDaemon(true);
    sampler.start();
    synchronized (this) {
      long[] ids = bean.getAllThreadIds();
      sample(ids, bean.getThreadAllocatedBytes(ids), true);
      // both together under the lock, which keeps the sampler waiting: otherwise its allocation
      // between the two would count as another thread's
      samplerBytesBefore = bean.getThreadAllocatedBytes(sampler.getId());
      otherBytesBefore = otherBytes();
    }
    // bytes that this thread has allocated up to here are not the test's
    callerBytesBefore = bean.getCurrentThreadAllocatedBytes();
  }

  private long otherBytes() {
    return others.map(bytes -> bytes.estimate(true)).orElse(0L);
  }

  private void sampleUntilStopped() {
    try {
      while (!stop.await((long) period.nanos(), TimeUnit.NANOSECONDS)) {
        sample();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void sample() {
    long[] ids = bean.getAllThreadIds();
    sample(ids, bean.getThreadAllocatedBytes(ids), false);
    samples++;
  }

  private void sample(long[] ids, long[] bytes, boolean first) {
    threads.values().forEach(sampled -> sampled.alive = false);
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != sampler.getId() && bytes[i] >= 0) {
        SampledThread sampled = threads.get(ids[i]);
        if (sampled == null) {
          sampled = new SampledThread(name(ids[i]), first ? bytes[i] : 0);
          threads.put(ids[i], sampled);
        }
        sampled.add((System.nanoTime() - startNanos) / NANOS_PER_SECOND, bytes[i]);
      }
    }
  }

  private String name(long id) {
    ThreadInfo thread = bean.getThreadInfo(id);
    return thread == null ? "thread " + id : thread.getThreadName();
  }

  /**
   * Stops, with a last sample.
   *
   * @return the threads that allocated, the largest first
   */
  public List<ThreadShare> stop() {
    long callerBytes = bean.getCurrentThreadAllocatedBytes() - callerBytesBefore;
    long otherThreadsGrowth;
    synchronized (this) {
      otherThreadsGrowth = otherBytes() - otherBytesBefore;
      otherThreadsGrowth -= bean.getThreadAllocatedBytes(sampler.getId()) - samplerBytesBefore;
      sample();
    }
    stop.countDown();
    List<ThreadShare> shares = new ArrayList<>();
    synchronized (this) {
      shares.add(callerShare(callerBytes));
      shares.addAll(otherShares());
    }
    long listedBytes = shares.stream().skip(1).mapToLong(ThreadShare::bytes).sum();
    missedBytes = others.isEmpty() ? 0 : Math.max(0, otherThreadsGrowth - listedBytes);
    shares.removeIf(share -> share.bytes() <= 0);
    shares.sort(Comparator.comparingLong(ThreadShare::bytes).reversed());
    return shares;
  }

  private ThreadShare callerShare(long bytes) {
    // a virtual thread has no counter of its own
    SampledThread sampled =
        threads.getOrDefault(caller.getId(), new SampledThread(caller.getName(), 0));
    return new ThreadShare(caller.getId(), caller.getName(), bytes, sampled.series(), false);
  }

  private List<ThreadShare> otherShares() {
    List<ThreadShare> shares = new ArrayList<>();
    threads.forEach(
        (id, sampled) -> {
          if (id != caller.getId()) {
            shares.add(
                new ThreadShare(
                    id,
                    sampled.name,
                    sampled.last - sampled.first,
                    sampled.series(),
                    !sampled.alive));
          }
        });
    return shares;
  }

  /**
   * Returns the approximate bytes of ended threads that no sample includes; 0 if the JVM has no
   * total.
   */
  public long missedBytes() {
    return missedBytes;
  }

  /** Returns the number of samples after the start, the last one included. */
  public synchronized int samples() {
    return samples;
  }
}
