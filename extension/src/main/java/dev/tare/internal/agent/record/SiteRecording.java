package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.OtherThreads.Known;
import dev.tare.internal.agent.weave.RecorderClass;
import dev.tare.internal.agent.weave.Site;
import java.io.IOException;
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
  private final RecorderInstance recorder;

  SiteRecording(List<Site> sites, Number counter, ToLongFunction<Object> sizes, OtherThreads others)
      throws ReflectiveOperationException, IOException {
    // links the native method, which would allocate while recording
    long unused = sizes.applyAsLong(sites);
    this.sites = sites;
    this.recorder =
        new RecorderInstance(
            RecorderClass.TESTS,
            counter,
            sizes,
            SUMS,
            others.most(),
            others.known().stream().map(Known::thread).toArray(Thread[]::new),
            others.known().stream().mapToLong(Known::allocated).toArray());
  }

  /**
   * Starts; must be called on the thread that created this.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops. */
  public void stop() {
    recorder.stop();
  }

  /** Returns the sites that allocated, those of the calling thread first. */
  public List<SiteShare> shares() {
    List<SiteShare> shares = new ArrayList<>();
    Object[][] threads = (Object[][]) recorder.call("found");
    for (int i = 0; i < threads.length; i++) {
      shares.addAll(new RecordedShares(sites, threads[i], i > 0).shares());
    }
    return shares;
  }
}
