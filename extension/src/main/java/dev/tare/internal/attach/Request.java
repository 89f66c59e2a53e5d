package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A command's request for a recording. The command and the recorded JVM communicate through files
 * in a temporary folder, which belongs to the user of the recorded JVM: the command deletes one to
 * end the recording, and the JVM then writes another one.
 *
 * @param pid the recorded process
 * @param command the process of the command
 */
record Request(Path folder, long pid, long command) implements AutoCloseable {

  private static final long POLL_NANOS = 20_000_000;

  private static final String RUNNING = "running";
  private static final String JAR = "tare-agent.jar";
  private static final String RECORDING = "recording.txt";
  private static final String SERIES = "series.csv";

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
   * Loads the agent into the process, which starts a recording there. If the process is another
   * user's, it reads a copy of the jar, which is deleted once it is loaded.
   *
   * @param options options separated by commas
   */
  void load(Path jar, String options) throws IOException {
    Path readable = jar.toAbsolutePath();
    Path process = Path.of("/proc", Long.toString(pid));
    if (Files.exists(process) && !Files.getOwner(process).equals(Files.getOwner(folder))) {
      readable = Files.copy(jar, folder.resolve(JAR));
      UserPrincipal user = Files.getOwner(process);
      Files.setOwner(readable, user);
      Files.setOwner(folder, user);
    }
    String all = "%s,command=%s,output=%s".formatted(options, command, recording());
    AttachableJvm.load(pid, readable, all);
    delete(JAR);
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
    // a link of the other user is not followed
    try (InputStream in = Files.newInputStream(recording(), LinkOption.NOFOLLOW_LINKS)) {
      String text = new String(in.readAllBytes(), UTF_8).stripTrailing();
      RefusedException.throwIfRefused(text, pid);
      return text;
    }
  }

  /** Returns the file with the recording, which is absent until it is complete. */
  private Path recording() {
    return folder.resolve(RECORDING);
  }

  /** Returns the file with the bytes of threads over time. */
  Path series() {
    return folder.resolve(SERIES);
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
    List.of(RUNNING, JAR, SERIES, RECORDING, "").forEach(this::delete);
  }

  private void delete(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      // the other side deletes it
    }
  }
}
