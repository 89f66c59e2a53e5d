package dev.tare.internal.launch;

import dev.tare.extension.Subject;
import dev.tare.internal.fork.ForkedTest;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.unit.Elapsed;
import java.io.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a benchmark: one overwritten line on a terminal, plain lines at intervals
 * in a log.
 *
 * <p>It prints to {@code System.err}: builds that exchange data with the JVM use standard output.
 */
@API(status = API.Status.INTERNAL, since = "0.1")
@SuppressWarnings("exports") // only used by Tare's own meters
public final class ConsoleProgress implements BenchmarkProgress, AutoCloseable {

  private static final long OVERWRITE_NANOS = 200_000_000;
  private static final long LOG_NANOS = 10_000_000_000L;

  private final String test;
  private final boolean overwrites;
  private final PrintStream console;
  private final LongSupplier nanoTime;
  private long nextPrintNanos;
  private int lineWidth;

  ConsoleProgress(String test, boolean overwrites, PrintStream console, LongSupplier nanoTime) {
    this.test = test;
    this.overwrites = overwrites;
    this.console = console;
    this.nanoTime = nanoTime;
    this.nextPrintNanos = nanoTime.getAsLong() + interval();
  }

  /** Returns the progress display of one test. A fresh JVM shows none: the waiting JVM does. */
  public static ConsoleProgress of(Subject subject) {
    boolean isFresh = subject.configuration().text(ForkedTest.REPLY).isPresent();
    return new ConsoleProgress(
        name(subject.uniqueId()),
        isTerminal(System.console()),
        isFresh ? new PrintStream(OutputStream.nullOutputStream()) : System.err,
        System::nanoTime);
  }

  // since JDK 22, System.console() is not null without a terminal, and Console.isTerminal exists
  private static boolean isTerminal(@Nullable Console console) {
    if (console == null) {
      return false;
    }
    try {
      Method terminal = Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(terminal.invoke(console));
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  /** Returns the class and the method of a unique id: {@code CacheTests.lookup}. */
  static String name(String uniqueId) {
    String type = "";
    String method = "benchmark";
    for (String segment : uniqueId.split("/", -1)) {
      String kind = segment.replaceAll("^\\[|:.*", "");
      String value = segment.replaceAll("^[^:]*:|]$", "");
      switch (kind) {
        case "class" -> type = value.substring(value.lastIndexOf('.') + 1).replace('$', '.') + ".";
        case "nested-class" -> type += value + ".";
        case "method", "test-template" -> method = value.replaceAll("\\(.*", "");
        default -> {}
      }
    }
    return type + method;
  }

  private long interval() {
    return overwrites ? OVERWRITE_NANOS : LOG_NANOS;
  }

  @Override
  public void report(String phase, long samples, double nanosPerCall, double leftNanos) {
    if (isDue()) {
      print(phase, samples, nanosPerCall, "at most " + remainingTime(leftNanos));
    }
  }

  @Override
  public void reportExtrapolated(
      String phase, long samples, double nanosPerCall, double leftNanos) {
    if (isDue()) {
      print(phase, samples, nanosPerCall, "about " + remainingTime(leftNanos));
    }
  }

  private boolean isDue() {
    return nanoTime.getAsLong() >= nextPrintNanos;
  }

  private static String remainingTime(double nanos) {
    return new Elapsed(Math.max(0, nanos)).inSeconds();
  }

  private void print(String phase, long samples, double nanosPerCall, String remaining) {
    nextPrintNanos = nanoTime.getAsLong() + interval();
    String line = line(phase, samples, nanosPerCall, remaining);
    if (overwrites) {
      console.print("\r" + line + " ".repeat(Math.max(0, lineWidth - line.length())));
      console.flush();
      lineWidth = line.length();
    } else {
      console.println(line);
    }
  }

  private String line(String phase, long samples, double nanosPerCall, String remaining) {
    String sampleCount = samples == 0 ? "" : String.format(Locale.ROOT, ", %,d samples", samples);
    String estimate =
        Double.isNaN(nanosPerCall) ? "" : ", about " + new Elapsed(nanosPerCall).rounded();
    return String.format(
        Locale.ROOT, "Tare: %s: %s%s%s, %s left", test, phase, sampleCount, estimate, remaining);
  }

  /** Erases the overwritten line. */
  @Override
  public void close() {
    if (lineWidth > 0) {
      console.print("\r" + " ".repeat(lineWidth) + "\r");
      console.flush();
      lineWidth = 0;
    }
  }
}
