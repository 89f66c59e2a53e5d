package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.OtherThreads.Known;
import dev.tare.internal.agent.weave.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Records by site the bytes that threads allocate between start and stop. Starting and stopping
 * allocate nothing.
 */
public final class SiteRecording {

  /** Maximum number of sums; further allocation goes to {@link Site#ELSEWHERE}. */
  private static final int SUMS = 1 << 14;

  private final List<Site> sites;
  private final Object recorder;
  private final Runnable start;
  private final AutoCloseable stop;

  private SiteRecording(List<Site> sites, Object recorder) {
    this.sites = sites;
    this.recorder = recorder;
    this.start = (Runnable) recorder;
    this.stop = (AutoCloseable) recorder;
  }

  static SiteRecording of(
      Class<?> recorder,
      List<Site> sites,
      Number counter,
      ToLongFunction<Object> sizes,
      OtherThreads others)
      throws ReflectiveOperationException {
    // links the native method, which would allocate while recording
    long unused = sizes.applyAsLong(sites);
    Object made =
        recorder
            .getConstructor(
                Number.class,
                ToLongFunction.class,
                int.class,
                int.class,
                Thread[].class,
                long[].class)
            .newInstance(
                counter,
                sizes,
                SUMS,
                others.most(),
                others.known().stream().map(Known::thread).toArray(Thread[]::new),
                others.known().stream().mapToLong(Known::allocated).toArray());
    return new SiteRecording(sites, made);
  }

  /**
   * Starts; must be called on the thread that created this.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    start.run();
  }

  /** Stops. */
  public void stop() {
    try {
      stop.close();
    } catch (Exception e) {
      throw new IllegalStateException(e); // the recorder's close() throws no checked exception
    }
  }

  /** Returns the sites that allocated, those of the calling thread first. */
  public List<SiteShare> shares() {
    List<SiteShare> shares = new ArrayList<>();
    try {
      Object[][] threads = (Object[][]) recorder.getClass().getMethod("found").invoke(recorder);
      for (int i = 0; i < threads.length; i++) {
        shares.addAll(new RecordedShares(sites, threads[i], i > 0).shares());
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // the copy's methods are public
    }
    return shares;
  }
}
