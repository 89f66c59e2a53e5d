package dev.tare.internal.allocation;

import com.sun.management.ThreadMXBean;
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
 * Lists what each thread allocates from the moment this is started until it is stopped, sampled
 * meanwhile, as the event {@code jdk.ThreadAllocationStatistics} of the Flight Recorder does.
 *
 * <p>A thread that is alive at the end is exact. One that ended meanwhile is as good as the last
 * sample of it, and what is missing is {@link #missed()}; a virtual thread's bytes are its
 * carrier's. The sampler itself is not listed.
 */
public final class ThreadSampler {

  private static final long PERIOD_MILLIS = 10;
  private static final long[] NONE = {};

  private final ThreadMXBean bean;
  private final Thread caller = Thread.currentThread();
  private final Map<Long, Seen> others = new LinkedHashMap<>();
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread sampler = new Thread(this::sampleUntilStopped, "tare-thread-sampler");
  private final Optional<ProcessTotals> edge;
  private long foreignBefore;
  private long missed;
  private long samplerBefore;
  private long callerBefore;
  private int samples;

  /** A thread that is not the caller, and where its counter stood first and last. */
  private static final class Seen {
    private final String name;
    private final long first;
    private long last;
    private boolean alive = true;

    Seen(String name, long first) {
      this.name = name;
      this.first = first;
      this.last = first;
    }
  }

  private ThreadSampler(ThreadMXBean bean) {
    this.bean = bean;
    this.edge = AllocationCounters.total(bean).map(total -> new ProcessTotals(bean, total));
  }

  /** Starts; empty if this JVM does not count by thread. Stopped by the same thread. */
  public static Optional<ThreadSampler> start() {
    Optional<ThreadSampler> made = AllocationCounters.bean().map(ThreadSampler::new);
    made.ifPresent(ThreadSampler::open);
    return made;
  }

  private void open() {
    sampler.setDaemon(true);
    sampler.start();
    synchronized (this) {
      long[] ids = bean.getAllThreadIds();
      sample(ids, bean.getThreadAllocatedBytes(ids), true);
      // together, and while the sampler is kept from sampling: what it allocates between the two
      // would seem to be another thread's
      samplerBefore = bean.getThreadAllocatedBytes(sampler.getId());
      foreignBefore = foreign();
    }
    // what this thread has allocated until here is not the test's
    callerBefore = bean.getCurrentThreadAllocatedBytes();
  }

  /** What all threads but the caller have allocated so far. */
  private long foreign() {
    edge.ifPresent(total -> total.read(NONE));
    return edge.map(total -> total.totalBytes() - total.ownBytes()).orElse(0L);
  }

  private void sampleUntilStopped() {
    try {
      while (!stop.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
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
    others.values().forEach(seen -> seen.alive = false);
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != caller.getId() && ids[i] != sampler.getId() && bytes[i] >= 0) {
        Seen seen = others.get(ids[i]);
        if (seen == null) {
          seen = new Seen(name(ids[i]), first ? bytes[i] : 0);
          others.put(ids[i], seen);
        }
        seen.last = bytes[i];
        seen.alive = true;
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
    long callerBytes = bean.getCurrentThreadAllocatedBytes() - callerBefore;
    long grown;
    synchronized (this) {
      grown = foreign() - foreignBefore;
      grown -= bean.getThreadAllocatedBytes(sampler.getId()) - samplerBefore;
      sample();
    }
    stop.countDown();
    List<ThreadShare> shares = new ArrayList<>();
    shares.add(new ThreadShare(caller.getId(), caller.getName(), callerBytes, false));
    synchronized (this) {
      others.forEach(
          (id, seen) ->
              shares.add(new ThreadShare(id, seen.name, seen.last - seen.first, !seen.alive)));
    }
    long listed = shares.stream().skip(1).mapToLong(ThreadShare::bytes).sum();
    missed = edge.isEmpty() ? 0 : Math.max(0, grown - listed);
    shares.removeIf(share -> share.bytes() <= 0);
    shares.sort(Comparator.comparingLong(ThreadShare::bytes).reversed());
    return shares;
  }

  /**
   * About how many bytes threads allocated that ended before they were sampled, or after; 0 where
   * the JVM has no total.
   */
  public long missed() {
    return missed;
  }

  /** How often the threads were read after the start, the last time included. */
  public synchronized int samples() {
    return samples;
  }
}
