package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tare.internal.render.RecordingText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A recording given on the JVM's command line: from before {@code main} to the end of the JVM, or
 * for the time that the options give. It writes the rows to a file.
 */
public final class LaunchedRecording implements Runnable {

  private final RecordingOptions options;
  private final Path output;
  private final JvmRecording recording;
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread hook = new Thread(this::end, "tare-agent-end");
  private boolean written;

  /**
   * Weaves the selected classes and starts.
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
      Files.writeString(output, "", UTF_8);
      this.recording = JvmRecording.open(granted, this.options);
    } catch (RefusedException e) {
      throw new IllegalArgumentException(e.reason(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "'output=%s' cannot be written: %s".formatted(output, e), e);
    }
    Runtime.getRuntime().addShutdownHook(hook);
    recording.start();
  }

  /** Samples until the time is over or the JVM ends. */
  @Override
  public void run() {
    try {
      if (!endsWithTheJvm()) {
        end();
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IllegalStateException e) {
      // the JVM is shutting down
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Samples, and returns whether the JVM ended before the time was over. */
  private boolean endsWithTheJvm() throws InterruptedException {
    long started = System.nanoTime();
    long most =
        options.seconds() == 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(options.seconds());
    while (!ending.await(ThreadTotals.PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() - started >= most) {
        return false;
      }
      recording.sample();
    }
    return true;
  }

  private synchronized void end() {
    if (written) {
      return;
    }
    written = true;
    try (recording) {
      RecordedTables recorded = recording.stop();
      Files.writeString(
          output,
          RecordingText.render(
                  recorded.process(),
                  recorded.breakdown(),
                  recorded.threads(),
                  options.rows(),
                  recorded.phrases())
              + "\n",
          UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ending.countDown();
    }
  }
}
