package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that each thread has allocated so far, ten times a second, from the flight recorder's
 * event {@code jdk.ThreadAllocationStatistics}. The first and the last values are those of the
 * threads' counters. A thread that has ended has a last row with the value of its last event.
 */
final class ThreadSeries implements AutoCloseable {

  private static final String EVENT = "jdk.ThreadAllocationStatistics";
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final int MAX_WAITS = 100;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Recording recording = new Recording();
  private final Path dump;
  private final Instant start = Instant.now();
  private final Map<Long, ThreadValue> first = values();

  /** A value of a thread's counter. */
  private record ThreadValue(double seconds, String name, long bytes) {

    void write(Writer out, long thread) throws IOException {
      out.write(
          String.format(
              Locale.ROOT,
              "%.3f,%d,\"%s\",%d\n",
              seconds,
              thread,
              name.replace("\"", "\"\""),
              bytes));
    }

    ThreadValue ended() {
      return new ThreadValue(seconds, name + " (ended)", bytes);
    }
  }

  /**
   * Starts.
   *
   * @throws IllegalStateException if this JVM has no flight recorder
   */
  ThreadSeries() throws IOException {
    dump = Files.createTempFile("tare", ".jfr");
    recording.enable(EVENT).withPeriod(PERIOD);
    // at the end of the JVM, the flight recorder may write it before this does
    recording.setDestination(dump);
    recording.setDumpOnExit(true);
    recording.start();
  }

  /** Returns the values of all living threads, by id. */
  private Map<Long, ThreadValue> values() {
    double seconds = seconds(Instant.now());
    long[] ids = bean.getAllThreadIds();
    long[] bytes = bean.getThreadAllocatedBytes(ids);
    ThreadInfo[] threads = bean.getThreadInfo(ids);
    Map<Long, ThreadValue> values = new LinkedHashMap<>();
    for (int i = 0; i < ids.length; i++) {
      // a thread that has ended since its id was read
      if (bytes[i] >= 0 && threads[i] != null) {
        values.put(ids[i], new ThreadValue(seconds, threads[i].getThreadName(), bytes[i]));
      }
    }
    return values;
  }

  private double seconds(Instant time) {
    return Duration.between(start, time).toMillis() / MILLIS_PER_SECOND;
  }

  /** Stops, and writes the rows. */
  void write(Path file) throws IOException {
    Map<Long, ThreadValue> last = values();
    stop();
    try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
      out.write("seconds,thread,name,bytes\n");
      Map<Long, ThreadValue> latest = new LinkedHashMap<>(first);
      write(first, out);
      writeEvents(dump, out, latest);
      latest.keySet().removeAll(last.keySet());
      latest.replaceAll((thread, value) -> value.ended());
      write(latest, out);
      write(last, out);
    }
  }

  /** Stops, or waits for the flight recorder, which stops recordings at the end of the JVM. */
  private void stop() {
    try {
      recording.stop();
    } catch (IllegalStateException e) {
      for (int i = 0; i < MAX_WAITS && recording.getState() != RecordingState.CLOSED; i++) {
        LockSupport.parkNanos(PERIOD.toNanos());
      }
    }
  }

  private static void write(Map<Long, ThreadValue> values, Writer out) throws IOException {
    for (Map.Entry<Long, ThreadValue> value : values.entrySet()) {
      value.getValue().write(out, value.getKey());
    }
  }

  private void writeEvents(Path dump, Writer out, Map<Long, ThreadValue> latest)
      throws IOException {
    try (RecordingFile events = new RecordingFile(dump)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          RecordedThread thread = event.getThread("thread");
          writeValue(event, thread, out, latest);
        }
      }
    }
  }

  private void writeValue(
      RecordedEvent event,
      @Nullable RecordedThread thread,
      Writer out,
      Map<Long, ThreadValue> latest)
      throws IOException {
    double seconds = seconds(event.getStartTime());
    // threads of the JVM itself have no Java id
    if (thread != null && thread.getJavaThreadId() > 0 && seconds >= 0) {
      ThreadValue value =
          new ThreadValue(seconds, thread.getJavaName(), event.getLong("allocated"));
      latest.put(thread.getJavaThreadId(), value);
      value.write(out, thread.getJavaThreadId());
    }
  }

  @Override
  public void close() throws IOException {
    recording.close();
    Files.deleteIfExists(dump);
  }
}
