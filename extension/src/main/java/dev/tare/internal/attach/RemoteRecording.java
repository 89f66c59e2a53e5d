package dev.tare.internal.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A recording that this command has requested of another JVM: an agent there, which writes its
 * recording, or a refusal, to a file.
 */
record RemoteRecording(long pid, RequestFolder folder) implements AutoCloseable {

  private static final long POLL_MILLIS = 20;

  /**
   * Starts a recording.
   *
   * @param options options separated by commas
   * @param series whether the bytes of threads over time are recorded too
   */
  static RemoteRecording start(long pid, Path jar, String options, boolean series)
      throws RefusedException, IOException {
    RemoteRecording recording = new RemoteRecording(pid, RequestFolder.create(pid, jar));
    try {
      RequestFolder folder = recording.folder;
      AttachableJvms.load(
          pid,
          folder.readable(jar),
          options
              + (series ? ",series=" + folder.series() : "")
              + ",command="
              + folder.command()
              + ",output="
              + folder.recording());
      recording.throwIfRefused();
      return recording;
    } catch (RefusedException | IOException | RuntimeException e) {
      recording.close();
      throw e;
    }
  }

  private void throwIfRefused() throws RefusedException, IOException {
    if (Files.exists(folder.recording())) {
      RefusedException.throwIfRefused(folder.text(), pid);
    }
  }

  /** Waits for the end of the recording, and returns its text. */
  String await() throws RefusedException, IOException, InterruptedException {
    while (Files.notExists(folder.recording())) {
      if (ProcessHandle.of(pid).isEmpty() && Files.notExists(folder.recording())) {
        throw new RefusedException(
            ExitCode.ENDED, "process %s ended before the recording did".formatted(pid));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throwIfRefused();
    return folder.text().stripTrailing();
  }

  /** Ends the recording early; {@link #await()} returns it. */
  void end() {
    folder.end();
  }

  @Override
  public void close() {
    folder.delete();
  }
}
