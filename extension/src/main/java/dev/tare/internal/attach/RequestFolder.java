package dev.tare.internal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The temporary folder through which a command and the recorded JVM communicate. It belongs to the
 * user of the recorded JVM.
 *
 * @param path the folder
 * @param command the process id of the command
 */
record RequestFolder(Path path, long command) implements AutoCloseable {

  private static final long POLL_MILLIS = 20;

  private static final String RECORDING = "recording.txt";
  private static final String SERIES = "series.csv";
  private static final String END = "end";
  private static final String JAR = "tare-agent.jar";

  /**
   * Creates the folder for a request to a process. If it is another user's, the folder gets a copy
   * of the jar, which that user may not be able to read.
   */
  static RequestFolder create(long pid, Path jar) throws IOException {
    Path path = Files.createTempDirectory("tare");
    Path process = Path.of("/proc", Long.toString(pid));
    if (Files.exists(process) && !Files.getOwner(process).equals(Files.getOwner(path))) {
      UserPrincipal user = Files.getOwner(process);
      Files.setOwner(Files.copy(jar, path.resolve(JAR)), user);
      Files.setOwner(path, user);
    }
    return new RequestFolder(path, ProcessHandle.current().pid());
  }

  /** Returns the folder of a command that the options name; empty if they name none. */
  static Optional<RequestFolder> of(RecordingOptions options) {
    return options.isRequested()
        ? Optional.of(new RequestFolder(options.outputFile().resolveSibling(""), options.command()))
        : Optional.empty();
  }

  /**
   * Loads the agent into a process, which starts a recording there.
   *
   * @param options options separated by commas
   * @param hasSeries whether the bytes of threads over time are recorded too
   */
  void request(long pid, Path jar, String options, boolean hasSeries)
      throws RefusedException, IOException {
    AttachableJvms.load(
        pid,
        readable(jar),
        "%s%s,command=%s,output=%s"
            .formatted(options, hasSeries ? ",series=" + series() : "", command, recording()));
    if (Files.exists(recording())) {
      RefusedException.throwIfRefused(text(), pid);
    }
  }

  /** Waits for the end of the recording, and returns its text. */
  String await(long pid) throws RefusedException, IOException, InterruptedException {
    while (Files.notExists(recording())) {
      if (ProcessHandle.of(pid).isEmpty() && Files.notExists(recording())) {
        throw new RefusedException(
            ExitCode.ENDED, "process %s ended before the recording did".formatted(pid));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    RefusedException.throwIfRefused(text(), pid);
    return text().stripTrailing();
  }

  /** Returns the copy of the jar if there is one, else the jar. */
  Path readable(Path jar) {
    Path copy = path.resolve(JAR);
    return Files.exists(copy) ? copy : jar.toAbsolutePath();
  }

  /** Returns the file with the recording, which is absent until it is complete. */
  Path recording() {
    return path.resolve(RECORDING);
  }

  /** Returns the file with the bytes of threads over time. */
  Path series() {
    return path.resolve(SERIES);
  }

  /** Requests the end of the recording. */
  void end() {
    try {
      Files.createFile(path.resolve(END)); // follows no link of the other user
    } catch (FileAlreadyExistsException e) {
      // the end has been requested already
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the recording; a link of the other user is not followed. */
  private String text() throws IOException {
    try (InputStream in = Files.newInputStream(recording(), LinkOption.NOFOLLOW_LINKS)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Returns whether the command has requested the end of the recording, or has ended. */
  boolean isToEnd() {
    return Files.exists(path.resolve(END)) || isAbandoned();
  }

  private boolean isAbandoned() {
    return ProcessHandle.of(command).isEmpty();
  }

  /** Deletes the copy of the jar, and everything if the command has ended. */
  void deleteUnlessAwaited() {
    delete(List.of(JAR));
    if (isAbandoned()) {
      close();
    }
  }

  /** Deletes the folder. */
  @Override
  public void close() {
    delete(List.of(JAR, END, SERIES, RECORDING, ""));
  }

  private void delete(List<String> names) {
    try {
      for (String name : names) {
        Files.deleteIfExists(path.resolve(name));
      }
    } catch (IOException e) {
      // the other side deletes it
    }
  }
}
