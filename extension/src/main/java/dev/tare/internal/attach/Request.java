package dev.tare.internal.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A command's request for a recording. The command and the recorded JVM communicate through files
 * in a temporary folder: the command deletes one to end the recording, and the JVM then writes
 * another one.
 *
 * @param pid the recorded process
 * @param command the process of the command
 */
record Request(Path folder, long pid, long command) implements AutoCloseable {

  private static final long POLL_NANOS = 20_000_000;

  private static final String RUNNING = "running";
  private static final String RECORDING = "recording.txt";

  static Request create(long pid) throws IOException {
    Path folder = Files.createTempDirectory("tare");
    Files.createFile(folder.resolve(RUNNING));
    return new Request(folder, pid, ProcessHandle.current().pid());
  }

  /** Returns the request that the options are of; empty if no command requests the recording. */
  static Optional<Request> of(RecordingOptions options) {
    return options.isRequested()
        ? Optional.of(
            new Request(
                options.outputFile().resolveSibling(""),
                ProcessHandle.current().pid(),
                options.command()))
        : Optional.empty();
  }

  /**
   * Loads the agent into the process, which starts a recording there.
   *
   * @throws RefusedException if the working directory or the temporary folder has a comma
   */
  void load(Path jar, List<String> options) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("command=" + command, "output=" + recording()));
    RecordingOptions.parse(all);
    AttachableJvm.load(pid, jar.toAbsolutePath(), String.join(",", all));
    if (Files.exists(recording())) {
      await(); // it is refused
    }
  }

  /** Waits for the end of the recording, and returns its text. */
  String await() throws IOException {
    while (Files.notExists(recording())) {
      if (ProcessHandle.of(pid).isEmpty() && Files.notExists(recording())) {
        throw new RefusedException(
            RefusedException.ENDED, "process %s ended before the recording did".formatted(pid));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    String text = Files.readString(recording()).stripTrailing();
    RefusedException.throwIfRefused(text, pid);
    return text;
  }

  /** Returns the file with the recording, which is absent until it is complete. */
  private Path recording() {
    return folder.resolve(RECORDING);
  }

  /** Asks the recorded process to end the recording. */
  void end() {
    delete(RUNNING);
  }

  /** Returns whether the recorded process is to end the recording. */
  boolean isToEnd() {
    return Files.notExists(folder.resolve(RUNNING)) || isAbandoned();
  }

  /** Returns whether the command has ended. */
  boolean isAbandoned() {
    return ProcessHandle.of(command).isEmpty();
  }

  /** Deletes the folder. */
  @Override
  public void close() {
    List.of(RUNNING, RECORDING, "").forEach(this::delete);
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      // the other side deletes it
    }
  }
}
