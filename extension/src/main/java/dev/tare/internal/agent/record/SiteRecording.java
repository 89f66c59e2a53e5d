package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.OtherThreads.KnownThread;
import dev.tare.internal.agent.weave.CodeSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the bytes that threads allocate between start and stop, by site. Starting and stopping
 * allocate nothing.
 */
public final class SiteRecording {

  /** Maximum number of sums; further allocation goes to {@link CodeSite#ELSEWHERE}. */
  private static final int MAX_SUMS = 1 << 14;

  /** Initial number of sums where every thread is recorded. */
  private static final int FIRST_SUMS = 1 << 12;

  private final SitePlan plan;
  private final boolean everyThread;
  private final RecorderInstance recorder;

  /**
   * A recorded thread.
   *
   * @param first its counter at its first hook
   * @param last its counter at its last hook
   */
  public record RecordedThread(Thread thread, long first, long last) {}

  /**
   * @param counter returns as a long the bytes that the calling thread has allocated so far; null
   *     for a clock
   * @param everyThread whether every thread is recorded, the known ones from their first hook on
   */
  SiteRecording(
      SitePlan plan,
      @Nullable Number counter,
      ToLongFunction<Object> sizes,
      OtherThreads others,
      long leastSize,
      boolean everyThread)
      throws ReflectiveOperationException, IOException {
    // link the native method now, because that would allocate while recording
    long unused = sizes.applyAsLong(plan);
    this.plan = plan;
    this.everyThread = everyThread;
    this.recorder =
        new RecorderInstance(
            plan.recorder(),
            counter,
            sizes,
            everyThread ? FIRST_SUMS : MAX_SUMS,
            others.limit(),
            others.known().stream().map(KnownThread::thread).toArray(Thread[]::new),
            others.known().stream().mapToLong(KnownThread::allocated).toArray(),
            leastSize,
            everyThread);
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

  /**
   * Returns the bytes by site, those of the calling thread first; where every thread is recorded,
   * without the names of threads.
   */
  public List<SiteShare> shares() {
    List<SiteShare> shares = new ArrayList<>();
    Object[][] threads = totals();
    for (int i = 0; i < threads.length; i++) {
      addShares(threads[i], i > 0 && !everyThread, shares);
    }
    return shares;
  }

  /**
   * Adds the shares of one thread, or of several threads that ran one after the other.
   *
   * @param totals the name of the last thread, the number of threads, and the sums as keys, bytes,
   *     counts, most objects and classes
   * @param isOther whether the shares name the threads
   */
  private void addShares(Object[] totals, boolean isOther, List<SiteShare> shares) {
    long[] keys = (long[]) totals[2];
    long[] bytes = (long[]) totals[3];
    long[] counts = (long[]) totals[4];
    long[] most = (long[]) totals[5];
    @Nullable Class<?>[] types = (Class<?>[]) totals[6];
    for (int i = 0; i < bytes.length; i++) {
      if (counts[i] != 0) {
        CodeSite site = plan.site((int) keys[i]);
        int origin = (int) (keys[i] >>> Integer.SIZE);
        Class<?> type = types[i];
        shares.add(
            new SiteShare(
                site,
                origin == 0 ? null : plan.site(origin),
                type == null ? site.name() : name(type),
                bytes[i],
                counts[i],
                most[i],
                isOther ? (int) totals[1] : 0,
                (String) totals[0]));
      }
    }
  }

  private Object[][] totals() {
    return (Object[][]) recorder.call("totals");
  }

  /** Returns the last thread of each tracker. */
  List<RecordedThread> threads() {
    return Stream.of(totals())
        .filter(totals -> totals[7] != null)
        .map(totals -> new RecordedThread((Thread) totals[7], (long) totals[8], (long) totals[9]))
        .toList();
  }

  /** Returns the bytes of threads that ended, and whose trackers other threads have got. */
  long endedBytes() {
    return Stream.of(totals()).mapToLong(totals -> (long) totals[10]).sum();
  }

  /** Returns the bytes that recording itself allocated on recorded threads, chosen by name. */
  long ownBytes(Predicate<String> threads) {
    return Stream.of(totals())
        .filter(totals -> threads.test((String) totals[0]))
        .mapToLong(totals -> (long) totals[11])
        .sum();
  }

  /** Returns the numbers of hooks that recorded nothing, see {@code SiteRecorder.missed()}. */
  long[] missed() {
    return (long[]) recorder.call("missed");
  }

  /** Returns the name of a class; for a lambda's hidden class, that of its interface. */
  private static String name(Class<?> type) {
    Class<?>[] interfaces = type.getInterfaces();
    return (type.isHidden() && interfaces.length > 0 ? interfaces[0] : type).getTypeName();
  }
}
