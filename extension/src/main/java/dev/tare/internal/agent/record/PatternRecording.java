package dev.tare.internal.agent.record;

import dev.tare.internal.agent.record.OtherThreads.KnownThread;
import dev.tare.internal.agent.record.SiteRecording.RecordedThread;
import dev.tare.internal.agent.weave.CodeSite;
import dev.tare.internal.agent.weave.NamePatterns;
import dev.tare.internal.agent.weave.RecorderClass;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records what all threads of this JVM do in classes and methods selected by name: the bytes that
 * they allocate, by site, or the calls and times, by method. The classes are woven while this is
 * open. Only one recording can be open in a JVM.
 */
public final class PatternRecording implements AutoCloseable {

  /** Maximum number of recorded threads that are alive at a time. */
  private static final int MAX_THREADS = 1 << 11;

  private final WeavingSession weaving;
  private final SiteRecording recording;

  private PatternRecording(WeavingSession weaving, SiteRecording recording) {
    this.weaving = weaving;
    this.recording = recording;
  }

  /**
   * Weaves the selected classes: loaded ones now, others when they are loaded.
   *
   * @param counter returns as a long the bytes that the calling thread has allocated so far,
   *     negative if unknown; null for recording calls and their times instead
   * @return empty if another recording is under way
   * @throws ReflectiveOperationException if the recorder cannot be defined
   */
  public static Optional<PatternRecording> open(
      Instrumentation instrumentation, NamePatterns patterns, @Nullable Number counter)
      throws ReflectiveOperationException, IOException {
    // one reservation for both kinds of recordings, since they weave the same classes
    int firstSite = (int) reservation().getMethod("reserve").invoke(null);
    if (firstSite < 0) {
      return Optional.empty();
    }
    WeavingSession weaving = null;
    try {
      weaving =
          WeavingSession.open(
              instrumentation,
              patterns,
              counter == null ? RecorderClass.ALL_CALLS : RecorderClass.ALL_THREADS,
              firstSite);
      return Optional.of(
          new PatternRecording(weaving, weaving.recordEveryThread(counter, threadsAlive())));
    } catch (ReflectiveOperationException | IOException | RuntimeException | Error e) {
      close(weaving);
      throw e;
    }
  }

  private static OtherThreads threadsAlive() {
    return new OtherThreads(
        MAX_THREADS,
        Thread.getAllStackTraces().keySet().stream()
            .map(thread -> new KnownThread(thread, 0))
            .toList());
  }

  /** Returns the number of classes woven so far. */
  public int classes() {
    return weaving.classes();
  }

  /** Returns the names of the classes and methods that could not be woven, sorted. */
  public Set<String> skipped() {
    return weaving.skipped();
  }

  /** Starts recording. */
  public void start() {
    recording.start();
  }

  /** Stops recording. */
  public void stop() {
    recording.stop();
  }

  /**
   * Returns the bytes, or nanoseconds, and the number of allocations, or calls, by site, or by
   * method, without those of no site.
   */
  public List<SiteShare> shares() {
    Map<List<Object>, SiteShare> sums = new LinkedHashMap<>();
    for (SiteShare share : recording.shares()) {
      if (!share.site().equals(CodeSite.ELSEWHERE)) {
        sums.merge(List.of(share.site(), share.name()), share, SiteShare::plus);
      }
    }
    return List.copyOf(sums.values());
  }

  /** Returns threads that ran chosen code: those alive, and the last ones that ended. */
  public List<RecordedThread> threads() {
    return recording.threads();
  }

  /** Returns the bytes of threads that ended and that {@link #threads()} does not have. */
  public long endedBytes() {
    return recording.endedBytes();
  }

  /** Returns the bytes that recording itself allocated on recorded threads, chosen by name. */
  public long ownBytes(Predicate<String> threads) {
    return recording.ownBytes(threads);
  }

  /** Returns the number of hooks run by threads whose allocation the JVM does not count. */
  public long uncountedHooks() {
    return recording.missed()[0];
  }

  /** Returns the number of hooks of threads that were not recorded because too many were alive. */
  public long hooksOfTooManyThreads() {
    return recording.missed()[1];
  }

  /** Stops recording and restores the classes. */
  @Override
  public void close() {
    stop();
    close(weaving);
  }

  private static void close(@Nullable WeavingSession weaving) {
    try {
      if (weaving != null) {
        weaving.close();
      }
    } finally {
      release(weaving == null ? 0 : weaving.sites());
    }
  }

  private static void release(int sites) {
    try {
      reservation().getMethod("release", int.class).invoke(null, sites);
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Class<?> reservation() throws ReflectiveOperationException, IOException {
    return RecorderClass.ALL_THREADS.copy();
  }
}
