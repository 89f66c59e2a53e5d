package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.Subject;
import dev.tare.internal.timing.stage.BenchmarkProgress;
import dev.tare.unit.Elapsed;
import java.io.Console;
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
  private final Configuration.Progress mode;
  private final PrintStream console;
  private final LongSupplier nanoTime;
  private long due;
  private int width;

  ConsoleProgress(
      String test, Configuration.Progress mode, PrintStream console, LongSupplier nanoTime) {
    this.test = test;
    this.mode = mode;
    this.console = console;
    this.nanoTime = nanoTime;
    this.due = nanoTime.getAsLong() + interval();
  }

  /** Returns the progress display of one test, as its suite configures it. */
  public static ConsoleProgress of(Subject subject) {
    return new ConsoleProgress(
        name(subject.uniqueId()),
        resolved(subject.configuration().progress()),
        System.err,
        System::nanoTime);
  }

  private static Configuration.Progress resolved(Configuration.Progress configured) {
    if (configured != Configuration.Progress.AUTO) {
      return configured;
    }
    return isTerminal(System.console())
        ? Configuration.Progress.LINE
        : Configuration.Progress.PLAIN;
  }

  // since JDK 22 there is a console even without a terminal; isTerminal exists since then
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
    return mode == Configuration.Progress.LINE ? OVERWRITE_NANOS : LOG_NANOS;
  }

  @Override
  public void report(String phase, long samples, double nanosPerCall, double leftNanos) {
    if (isDue()) {
      print(phase, samples, nanosPerCall, "at most " + left(leftNanos));
    }
  }

  @Override
  public void reportExtrapolated(
      String phase, long samples, double nanosPerCall, double leftNanos) {
    if (isDue()) {
      print(phase, samples, nanosPerCall, "about " + left(leftNanos));
    }
  }

  private boolean isDue() {
    return mode != Configuration.Progress.NONE && nanoTime.getAsLong() >= due;
  }

  private static String left(double nanos) {
    return new Elapsed(Math.max(0, nanos)).inSeconds();
  }

  private void print(String phase, long samples, double nanosPerCall, String left) {
    due = nanoTime.getAsLong() + interval();
    String line = line(phase, samples, nanosPerCall, left);
    if (mode == Configuration.Progress.LINE) {
      console.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
      console.flush();
      width = line.length();
    } else {
      console.println(line);
    }
  }

  private String line(String phase, long samples, double nanosPerCall, String left) {
    String taken = samples == 0 ? "" : String.format(Locale.ROOT, ", %,d samples", samples);
    String estimate =
        Double.isNaN(nanosPerCall) ? "" : ", about " + new Elapsed(nanosPerCall).rounded();
    return String.format(
        Locale.ROOT, "Tare: %s: %s%s%s, %s left", test, phase, taken, estimate, left);
  }

  /** Erases the line that was last written. */
  @Override
  public void close() {
    if (width > 0) {
      console.print("\r" + " ".repeat(width) + "\r");
      console.flush();
      width = 0;
    }
  }
}
