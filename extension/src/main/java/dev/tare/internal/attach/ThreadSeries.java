package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.ThreadMXBean;
import dev.tare.internal.attach.AgentRecording.Recorder;
import java.io.IOException;
import java.io.PrintWriter;
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

/**
 * Writes the bytes that each thread has allocated so far, ten times a second, from the flight
 * recorder's event {@code jdk.ThreadAllocationStatistics}. The first and the last values are those
 * of the threads' counters. A thread that has ended has a last row with the value of its last
 * event.
 */
final class ThreadSeries implements Recorder {

  private static final String EVENT = "jdk.ThreadAllocationStatistics";
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final int MAX_WAITS = 100;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Path file;
  private final Recording recording = new Recording();
  private final Path dump = Files.createTempFile("tare", ".jfr");
  private final Instant start = Instant.now();
  private final Map<Long, ThreadValue> latest = values(); // of all threads so far

  /** A value of a thread's counter. */
  private record ThreadValue(double seconds, String name, long bytes) {}

  /**
   * Starts.
   *
   * @throws IllegalStateException if this JVM has no flight recorder
   */
  ThreadSeries(Path file) throws IOException {
    this.file = file;
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

  /** Stops, writes the rows, and returns a line that names the file or says why there is none. */
  @Override
  public String stop() throws IOException {
    try (recording) {
      Map<Long, ThreadValue> last = values();
      stopRecording();
      write(last);
      return "\n  series      " + file.toAbsolutePath();
    } catch (IOException | RuntimeException e) {
      return AgentRecording.withoutSeries(e.toString());
    } finally {
      Files.deleteIfExists(dump);
    }
  }

  /** Stops, or waits for the flight recorder, which stops recordings at the end of the JVM. */
  private void stopRecording() {
    try {
      recording.stop();
    } catch (IllegalStateException e) {
      for (int i = 0; i < MAX_WAITS && recording.getState() != RecordingState.CLOSED; i++) {
        LockSupport.parkNanos(PERIOD.toNanos());
      }
    }
  }

  private void write(Map<Long, ThreadValue> last) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, UTF_8));
        RecordingFile events = new RecordingFile(dump)) {
      out.print("seconds,thread,name,bytes\n");
      latest.forEach((thread, value) -> write(out, thread, value, ""));
      while (events.hasMoreEvents()) {
        writeEvent(events.readEvent(), out);
      }
      latest.keySet().removeAll(last.keySet());
      latest.forEach((thread, value) -> write(out, thread, value, " (ended)"));
      last.forEach((thread, value) -> write(out, thread, value, ""));
      if (out.checkError()) {
        throw new IOException("'series=" + file + "' cannot be written");
      }
    }
  }

  private void writeEvent(RecordedEvent event, PrintWriter out) {
    RecordedThread thread =
        event.getEventType().getName().equals(EVENT) ? event.getThread("thread") : null;
    double seconds = seconds(event.getStartTime());
    // threads of the JVM itself have no Java id
    if (thread != null && thread.getJavaThreadId() > 0 && seconds >= 0) {
      ThreadValue value =
          new ThreadValue(seconds, thread.getJavaName(), event.getLong("allocated"));
      latest.put(thread.getJavaThreadId(), value);
      write(out, thread.getJavaThreadId(), value, "");
    }
  }

  private static void write(PrintWriter out, long thread, ThreadValue value, String suffix) {
    String name = value.name.replace("\"", "\"\"") + suffix;
    out.printf(Locale.ROOT, "%.3f,%d,\"%s\",%d\n", value.seconds, thread, name, value.bytes);
  }
}
