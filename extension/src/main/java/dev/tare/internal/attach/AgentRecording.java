package dev.tare.internal.attach;

import dev.tare.internal.attach.RecordingOptions.RecordingMode;
import dev.tare.internal.render.OutputFile;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A recording in the recorded JVM, which writes its text to a file. It lasts for the time that the
 * options give, else until the JVM ends. A recording that a command has requested also ends when
 * the command asks for it or has ended itself.
 */
public final class AgentRecording implements Runnable {

  private static final long POLL_MILLIS = 100;

  private final RecordingOptions options;
  private final Optional<Request> request;
  private final Thread shutdownHook = new Thread(this::finish, Entry.THREAD_NAME + "-end");
  private final List<Recorder> recorders = new ArrayList<>(); // none if refused or finished

  /**
   * Starts recording.
   *
   * @throws IllegalArgumentException if the options are malformed or nothing can be recorded, so
   *     that the JVM does not start; the refusal of a command's request is in its file instead
   */
  public AgentRecording(String options, Instrumentation granted) {
    this.options = RecordingOptions.parse(options);
    this.request = Request.of(this.options);
    try {
      start(granted);
      Runtime.getRuntime().addShutdownHook(shutdownHook);
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      recorders.forEach(AgentRecording::stopped);
      recorders.clear();
      RefusedException refused = RefusedException.of(e);
      if (request.isEmpty()) {
        throw refused;
      }
      write(refused.text());
    }
  }

  private void start(Instrumentation granted) throws Exception {
    if (request.isEmpty()) {
      requireWritable("output", options.outputFile());
    }
    if (!options.series().isEmpty()) {
      Path file = Path.of(options.series());
      requireWritable("series", file);
      recorders.add(series(file));
    }
    recorders.add(
        0,
        options.mode() == RecordingMode.HISTOGRAM
            ? new HistogramRecorder(options)
            : new CodeRecorder(granted, options));
  }

  /** Deletes an earlier file too, since there is one only if the recording is complete. */
  static void requireWritable(String option, Path file) {
    try {
      OutputFile.write(file, "");
      if (OutputFile.isReplaceable(file)) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new RefusedException(RefusedException.USAGE, unwritable(option, file, e));
    }
  }

  private static String unwritable(String option, Path file, IOException e) {
    return "'%s=%s' cannot be written: %s".formatted(option, file, e);
  }

  /** Starts the series of threads, if this JVM has a flight recorder. */
  private static Recorder series(Path file) {
    try {
      return new ThreadSeries(file);
    } catch (LinkageError | IOException | RuntimeException e) {
      return () -> withoutSeries("this JVM has no flight recorder");
    }
  }

  /** Returns the line that says why there is no series of threads. */
  static String withoutSeries(String reason) {
    return "\n  missing     the series of threads: " + reason;
  }

  /** Waits until the recording ends, unless the JVM ends first. */
  @Override
  public void run() {
    long start = System.nanoTime();
    try {
      while (!recorders.isEmpty() && !isOver(start)) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
      finish();
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // the JVM is shutting down
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      request.filter(Request::isAbandoned).ifPresent(Request::close);
    }
  }

  private boolean isOver(long start) {
    long nanos = TimeUnit.SECONDS.toNanos(options.seconds());
    return (nanos > 0 && System.nanoTime() - start >= nanos)
        || request.filter(Request::isToEnd).isPresent();
  }

  /** Stops recording, restores the classes and then writes the file, once. */
  private synchronized void finish() {
    if (!recorders.isEmpty()) {
      StringBuilder text = new StringBuilder();
      recorders.forEach(recorder -> text.append(stopped(recorder)));
      recorders.clear();
      write(text.toString());
    }
  }

  private static String stopped(Recorder recorder) {
    try {
      return recorder.stop();
    } catch (Exception | LinkageError | OutOfMemoryError e) {
      return RefusedException.of(e).text();
    }
  }

  private void write(String text) {
    try {
      OutputFile.write(options.outputFile(), text + "\n");
    } catch (IOException e) {
      System.err.println(
          "tare-agent: "
              + unwritable("output", options.outputFile(), e)
              + "; the recording is lost");
    }
  }

  /** What records in the recorded JVM. */
  @FunctionalInterface
  interface Recorder {

    /** Stops recording, restores the classes, and returns the recording as text. */
    String stop() throws Exception;
  }
}
