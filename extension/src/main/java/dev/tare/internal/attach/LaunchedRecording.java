package dev.tare.internal.attach;

import dev.tare.internal.render.OutputFile;
import dev.tare.internal.render.RecordingText;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A recording that the JVM's command line requests. It starts before {@code main}, lasts until the
 * JVM ends or for the time that the options give, and writes its tables to a file.
 */
public final class LaunchedRecording implements Runnable {

  private final RecordingOptions options;
  private final Path output;
  private final JvmRecording recording;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread shutdownHook = new Thread(this::finish, "tare-agent-end");
  private boolean finished;

  /**
   * Weaves the selected classes and starts recording.
   *
   * @throws IllegalArgumentException if the options are malformed or nothing can be recorded, so
   *     that the JVM does not start
   */
  public LaunchedRecording(String options, Instrumentation granted) {
    this.options = RecordingOptions.parse(options);
    String givenOutput = this.options.output();
    this.output =
        Path.of(
            givenOutput.isEmpty()
                ? "tare-agent-" + ProcessHandle.current().pid() + ".txt"
                : givenOutput);
    try {
      OutputFile.write(output, "", OutputFile.Opener.DISK);
      if (OutputFile.isReplaceable(output)) {
        Files.delete(output); // there is a file only if the recording is complete
      }
      this.recording = JvmRecording.open(granted, this.options);
    } catch (RefusedException e) {
      throw new IllegalArgumentException(e.reason(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(unwritable(e), e);
    }
    Runtime.getRuntime().addShutdownHook(shutdownHook);
    recording.start();
  }

  private String unwritable(IOException e) {
    return "'output=%s' cannot be written: %s".formatted(output, e);
  }

  /** Samples until the time is over or the JVM ends. */
  @Override
  public void run() {
    try {
      if (!sampleUntilJvmEnds()) {
        finish();
        Runtime.getRuntime().removeShutdownHook(shutdownHook);
      }
    } catch (IllegalStateException e) {
      // the JVM is shutting down
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Samples until the time is over or the JVM ends; returns whether the JVM ended first. */
  private boolean sampleUntilJvmEnds() throws InterruptedException {
    long start = System.nanoTime();
    long maxNanos =
        options.seconds() == 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(options.seconds());
    while (!ended.await(ThreadTotals.PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() - start >= maxNanos) {
        return false;
      }
      recording.sample();
    }
    return true;
  }

  /** Stops recording, writes the file and restores the classes, once. */
  private synchronized void finish() {
    if (finished) {
      return;
    }
    finished = true;
    try (recording) {
      RecordedTables recorded = recording.stop();
      OutputFile.write(
          output,
          RecordingText.render(
                  recorded.process(),
                  recorded.breakdown(),
                  recorded.threads(),
                  options.rows(),
                  recorded.phrases())
              + "\n",
          OutputFile.Opener.DISK);
    } catch (IOException e) {
      System.err.println("tare-agent: " + unwritable(e) + "; the recording is lost");
    } finally {
      ended.countDown();
    }
  }
}
