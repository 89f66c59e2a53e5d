package dev.tare.internal.attach;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JvmNames;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.render.RecordingText;
import dev.tare.internal.render.RecordingText.LiveClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import javax.management.JMException;

/**
 * Counts the live objects of this JVM by class, at the start and at the end. Each count collects
 * garbage first.
 */
final class HistogramRecorder implements Recorder {

  private static final double NANOS_PER_SECOND = 1e9;

  private final RecordingOptions options;
  private final String before; // not parsed yet, since that creates objects
  private final long startNanos = System.nanoTime();

  HistogramRecorder(RecordingOptions options) throws RefusedException {
    this.options = options;
    try {
      this.before = histogram();
    } catch (JMException e) {
      throw new RefusedException(
          ExitCode.NOT_ATTACHED, "this JVM does not count its live objects by class: " + e, e);
    }
  }

  /** Does nothing: the first count is the start. */
  @Override
  public void start() {}

  @Override
  public String stop() {
    double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    try {
      Map<String, LiveClass> classes = parse(histogram());
      parse(before).forEach((name, first) -> classes.merge(name, first.before(), LiveClass::plus));
      return RecordingText.render(
          ProcessHandle.current().pid(),
          new ArrayList<>(classes.values()),
          options.rows(),
          List.of(String.format(Locale.ROOT, "%,.1f s", seconds), JvmLayout.phrase()));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String histogram() throws JMException {
    return DiagnosticCommand.execute("gcClassHistogram", "-all=false");
  }

  /**
   * Returns the live objects by class, from rows such as {@code 12: 3456 789012 java.lang.Long}.
   */
  private static Map<String, LiveClass> parse(String histogram) {
    Map<String, LiveClass> classes = new HashMap<>();
    histogram
        .lines()
        .map(StringTokenizer::new)
        .filter(columns -> columns.hasMoreTokens() && columns.nextToken().endsWith(":"))
        .forEach(
            columns -> {
              long objects = Long.parseLong(columns.nextToken());
              long bytes = Long.parseLong(columns.nextToken());
              String name = JvmNames.type(columns.nextToken());
              classes.merge(name, new LiveClass(name, 0, 0, objects, bytes), LiveClass::plus);
            });
    return classes;
  }

  @Override
  public void close() {}
}
