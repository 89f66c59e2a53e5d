package dev.tare.internal.attach;

import dev.tare.internal.render.OutputFile;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A recording in the recorded JVM, which writes its text to a file. It lasts for the time that the
 * options give, else until the JVM ends. A recording that a command has requested also ends when
 * the command asks for it or has ended itself.
 */
public final class AgentRecording implements Runnable {

  private static final long POLL_MILLIS = 100;

  private final RecordingOptions options;
  private final Path output;
  private final Optional<RequestFolder> request;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread shutdownHook = new Thread(this::finish, Entry.THREAD_NAME + "-end");
  private final Optional<Recorder> recorder;
  private final Optional<ThreadSeries> series;
  private boolean finished;

  /**
   * Starts recording.
   *
   * @throws IllegalArgumentException if the options are malformed or nothing can be recorded, so
   *     that the JVM does not start; the refusal of a command's request is in its file instead
   */
  public AgentRecording(String options, Instrumentation granted) {
    this.options = RecordingOptions.parse(options);
    this.request = RequestFolder.of(this.options);
    this.output = this.options.outputFile();
    this.recorder = request.isPresent() ? requested(granted) : Optional.of(launched(granted));
    this.series = recorder.isPresent() && this.options.hasSeries() ? series() : Optional.empty();
    recorder.ifPresent(
        opened -> {
          Runtime.getRuntime().addShutdownHook(shutdownHook);
          opened.start();
        });
  }

  private Recorder launched(Instrumentation granted) {
    try {
      OutputFile.write(output, "", OutputFile.Opener.DISK);
      if (OutputFile.isReplaceable(output)) {
        Files.delete(output); // there is a file only if the recording is complete
      }
      return Recorder.open(granted, options);
    } catch (RefusedException e) {
      throw new IllegalArgumentException(e.reason(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(unwritable(e), e);
    }
  }

  private Optional<Recorder> requested(Instrumentation granted) {
    try {
      return Optional.of(Recorder.open(granted, options));
    } catch (RefusedException e) {
      write(e.text());
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      write(new RefusedException(ExitCode.FAILED, e.toString(), e).text());
    }
    return Optional.empty();
  }

  /** Starts the series of threads; returns none if this JVM has no flight recorder. */
  private static Optional<ThreadSeries> series() {
    try {
      return Optional.of(new ThreadSeries());
    } catch (LinkageError | IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private String unwritable(IOException e) {
    return "'output=%s' cannot be written: %s".formatted(output, e);
  }

  /** Waits until the recording ends, unless the JVM ends first. */
  @Override
  public void run() {
    try {
      if (recorder.isPresent() && awaitEnd()) {
        finish();
        Runtime.getRuntime().removeShutdownHook(shutdownHook);
      }
    } catch (IllegalStateException e) {
      // the JVM is shutting down
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      request.ifPresent(RequestFolder::deleteUnlessAwaited);
    }
  }

  /** Returns false if the JVM ended first. */
  private boolean awaitEnd() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.seconds());
    while (!ended.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      boolean isOver = options.seconds() > 0 && System.nanoTime() - end >= 0;
      if (isOver || request.filter(RequestFolder::isToEnd).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Stops recording, writes the file and restores the classes, once. */
  private synchronized void finish() {
    if (!finished && recorder.isPresent()) {
      finished = true;
      try {
        write(stop(recorder.get()) + writeSeries());
      } finally {
        ended.countDown();
      }
    }
  }

  /** Restores the classes before the file appears, so that the next recording can begin then. */
  private static String stop(Recorder recorder) {
    try (recorder) {
      return recorder.stop();
    } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
      return new RefusedException(ExitCode.FAILED, e.toString(), e).text();
    }
  }

  /** Writes the series of threads, and returns a line if there is none that should be. */
  private String writeSeries() {
    if (!options.hasSeries()) {
      return "";
    }
    String reason = "this JVM has no flight recorder";
    if (series.isPresent()) {
      try (ThreadSeries opened = series.get()) {
        opened.write(Path.of(options.series()));
        return "";
      } catch (IOException | RuntimeException e) {
        reason = e.toString();
      }
    }
    return "\n  missing     the series of threads: " + reason;
  }

  private void write(String text) {
    try {
      OutputFile.write(output, text + "\n", OutputFile.Opener.DISK);
    } catch (IOException e) {
      System.err.println("tare-agent: " + unwritable(e) + "; the recording is lost");
    }
  }
}
