package dev.tare.internal.launch;

import dev.tare.extension.Subject;
import dev.tare.internal.fork.ForkedTest;
import dev.tare.internal.timing.Benchmark;
import dev.tare.unit.Elapsed;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;

/**
 * Shows the progress of a long benchmark, a line every ten seconds.
 *
 * <p>It prints to {@code System.err}: builds that exchange data with the JVM use standard output.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
@SuppressWarnings("exports") // only used by Tare's own meters
public final class ConsoleProgress implements Benchmark.Progress {

  private static final long INTERVAL_NANOS = 10_000_000_000L;

  private final String test;
  private final PrintStream console;
  private final LongSupplier nanoTime;
  private long nextPrintNanos;

  ConsoleProgress(String test, PrintStream console, LongSupplier nanoTime) {
    this.test = test;
    this.console = console;
    this.nanoTime = nanoTime;
    this.nextPrintNanos = nanoTime.getAsLong() + INTERVAL_NANOS;
  }

  /** Returns the progress display of one test. A fresh JVM shows none: the waiting JVM does. */
  public static ConsoleProgress of(Subject subject) {
    boolean isFresh = subject.configuration().text(ForkedTest.REPLY).isPresent();
    return new ConsoleProgress(
        LauncherRun.ofThread()
            .flatMap(LauncherRun::current)
            .map(test -> test.id().shortName())
            .orElse("benchmark"),
        isFresh ? new PrintStream(OutputStream.nullOutputStream()) : System.err,
        System::nanoTime);
  }

  @Override
  public void report(String phase, long samples, double nanosPerCall, double leftNanos) {
    if (nanoTime.getAsLong() < nextPrintNanos) {
      return;
    }
    nextPrintNanos = nanoTime.getAsLong() + INTERVAL_NANOS;
    console.println(line(phase, samples, nanosPerCall, leftNanos));
  }

  private String line(String phase, long samples, double nanosPerCall, double leftNanos) {
    String sampleCount = samples == 0 ? "" : String.format(Locale.ROOT, ", %,d samples", samples);
    String estimate =
        Double.isNaN(nanosPerCall) ? "" : ", about " + new Elapsed(nanosPerCall).rounded();
    // the time in which a JVM starts is not known
    String remaining =
        leftNanos <= 0 ? "" : ", at most %s left".formatted(new Elapsed(leftNanos).inSeconds());
    return "Tare: %s: %s%s%s%s".formatted(test, phase, sampleCount, estimate, remaining);
  }
}
