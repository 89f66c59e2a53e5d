package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.OtherThreads.KnownThread;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that threads allocate between start and stop, by site. Starting and stopping
 * allocate nothing.
 */
public final class SiteRecording {

  /** Maximum number of sums; further allocation goes to {@link CodeSite#ELSEWHERE}. */
  private static final int MAX_SUMS = 1 << 14;

  private final List<CodeSite> sites;
  private final RecorderInstance recorder;

  SiteRecording(
      List<CodeSite> sites,
      Number counter,
      ToLongFunction<Object> sizes,
      OtherThreads others,
      long leastSize)
      throws ReflectiveOperationException, IOException {
    // link the native method now, because that would allocate while recording
    long unused = sizes.applyAsLong(sites);
    this.sites = sites;
    this.recorder =
        new RecorderInstance(
            RecorderClass.TESTS,
            counter,
            sizes,
            MAX_SUMS,
            others.limit(),
            others.known().stream().map(KnownThread::thread).toArray(Thread[]::new),
            others.known().stream().mapToLong(KnownThread::allocated).toArray(),
            leastSize);
  }

  /**
   * Starts recording; must be called on the thread that created this.
   *
   * @throws IllegalStateException if another recording is under way in this JVM
   */
  public void start() {
    recorder.start();
  }

  /** Stops recording. */
  public void stop() {
    recorder.stop();
  }

  /** Returns the bytes by site, those of the calling thread first. */
  public List<SiteShare> shares() {
    List<SiteShare> shares = new ArrayList<>();
    Object[][] threads = (Object[][]) recorder.call("totals");
    for (int i = 0; i < threads.length; i++) {
      addShares(threads[i], i > 0, shares);
    }
    return shares;
  }

  /**
   * Adds the shares of one thread, or of several threads that ran one after the other.
   *
   * @param totals the name of the last thread, the number of threads, and the sums as keys, bytes,
   *     counts, most objects and classes
   * @param isOther whether these are threads other than the recording one
   */
  private void addShares(Object[] totals, boolean isOther, List<SiteShare> shares) {
    long[] keys = (long[]) totals[2];
    long[] bytes = (long[]) totals[3];
    long[] counts = (long[]) totals[4];
    long[] most = (long[]) totals[5];
    @Nullable Class<?>[] types = (Class<?>[]) totals[6];
    for (int i = 0; i < bytes.length; i++) {
      if (counts[i] != 0) {
        CodeSite site = site((int) keys[i]);
        int origin = (int) (keys[i] >>> Integer.SIZE);
        Class<?> type = types[i];
        shares.add(
            new SiteShare(
                site,
                origin == 0 ? null : site(origin),
                type == null ? site.name() : name(type),
                bytes[i],
                counts[i],
                most[i],
                isOther ? (int) totals[1] : 0,
                (String) totals[0]));
      }
    }
  }

  private CodeSite site(int number) {
    // a class that was woven after the recording was created has sites that are not in the list
    return number < sites.size() ? sites.get(number) : CodeSite.ELSEWHERE;
  }

  /** Returns the name of a class; for a lambda's hidden class, that of its interface. */
  private static String name(Class<?> type) {
    Class<?>[] interfaces = type.getInterfaces();
    return (type.isHidden() && interfaces.length > 0 ? interfaces[0] : type).getTypeName();
  }
}
