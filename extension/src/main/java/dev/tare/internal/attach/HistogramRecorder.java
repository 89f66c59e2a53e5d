package dev.tare.internal.attach;

import dev.tare.internal.agent.DiagnosticCommand;
import dev.tare.internal.agent.JvmNames;
import dev.tare.internal.allocation.JvmLayout;
import dev.tare.internal.attach.AgentRecording.Recorder;
import dev.tare.internal.render.RecordingText;
import dev.tare.internal.render.RecordingText.LiveClass;
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
  private final String before = histogram(); // not parsed yet, since that creates objects
  private final long startNanos = System.nanoTime();

  /**
   * Counts for the first time.
   *
   * @throws JMException if this JVM has no such count
   */
  HistogramRecorder(RecordingOptions options) throws JMException {
    this.options = options;
  }

  @Override
  public String stop() throws JMException {
    double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    Map<String, LiveClass> classes = parse(histogram());
    parse(before).forEach((name, first) -> classes.merge(name, first.before(), LiveClass::plus));
    return RecordingText.ofLiveObjects(
        classes.values(),
        options.rows(),
        List.of(String.format(Locale.ROOT, "%,.1f s", seconds), JvmLayout.phrase()));
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
}
