package dev.tare.internal.agent;

import java.util.ArrayList;
import java.util.List;

/** What one thread allocates between start and stop, by site; both allocate nothing. */
public final class SiteRecording {

  private final List<Site> sites;
  private final long[] bytes;
  private final long[] counts;
  private final Runnable start;
  private final AutoCloseable stop;

  private SiteRecording(
      List<Site> sites, long[] bytes, long[] counts, Runnable start, AutoCloseable stop) {
    this.sites = sites;
    this.bytes = bytes;
    this.counts = counts;
    this.start = start;
    this.stop = stop;
  }

  static SiteRecording of(Class<?> recorder, Number counter, List<Site> sites)
      throws ReflectiveOperationException {
    long[] bytes = new long[sites.size()];
    long[] counts = new long[sites.size()];
    Object made =
        recorder
            .getConstructor(Thread.class, Number.class, long[].class, long[].class)
            .newInstance(Thread.currentThread(), counter, bytes, counts);
    return new SiteRecording(sites, bytes, counts, (Runnable) made, (AutoCloseable) made);
  }

  /**
   * Starts, on the thread that made this.
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
      throw new IllegalStateException(e); // the recorder declares nothing
    }
  }

  /** The sites that allocated. */
  public List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        shares.add(new Share(sites.get(i), bytes[i], counts[i]));
      }
    }
    return shares;
  }

  /**
   * What one site allocated.
   *
   * @param site the site
   * @param bytes headers and padding included
   * @param count the number of objects or of calls that allocated
   */
  public record Share(Site site, long bytes, long count) {}
}
