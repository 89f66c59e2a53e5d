package dev.tare.internal.fork;

import dev.tare.internal.call.CompilerBlackHole;
import dev.tare.model.Measurement;
import dev.tare.unit.Elapsed;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.StackWalker.Option;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts fresh JVMs of this build: with the same class path or module path, options, environment,
 * working directory and system properties, except for what two JVMs cannot share.
 *
 * <p>A fresh JVM ends with this JVM, since it reads a pipe that closes when this JVM dies.
 */
public final class ForkedJvm {

  private static final int MAX_SHOWN_LINES = 5;

  /** Lines with the name of an exception, except for frames of a stack trace. */
  private static final Predicate<String> EXCEPTION =
      Pattern.compile("(?!\\s+at ).*\\w(\\.\\w+)+(Exception|Error)\\b.*").asMatchPredicate();

  private ForkedJvm() {}

  /** Thrown if a fresh JVM returned no measurement; the message says why. */
  public static final class ForkFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason. */
    public ForkFailedException(String reason) {
      super(reason);
    }
  }

  /**
   * Runs a test in a fresh JVM and waits for it.
   *
   * @param timeLimit time after which the JVM is stopped
   * @return the measurements of the test
   * @throws ForkFailedException if the JVM returned none
   * @throws InterruptedException if this thread is interrupted; the JVM is stopped
   */
  public static List<Measurement> run(ForkedTest test, Elapsed timeLimit)
      throws ForkFailedException, InterruptedException {
    try {
      Path folder = Files.createTempDirectory("tare-fork");
      try {
        return run(test, timeLimit, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new ForkFailedException("a fresh JVM cannot be started: " + e);
    }
  }

  private static List<Measurement> run(ForkedTest test, Elapsed timeLimit, Path folder)
      throws IOException, ForkFailedException, InterruptedException {
    Path reply = folder.resolve("reply");
    Path out = folder.resolve("out.txt");
    ForkRequest.write(test, folder.resolve("request"), reply);
    Process process = start(commandLine(test.options(), folder), folder, out);
    try (OutputStream lifeline = process.getOutputStream()) {
      lifeline.flush();
      if (!process.waitFor((long) timeLimit.nanos(), TimeUnit.NANOSECONDS)) {
        throw new ForkFailedException("a fresh JVM did not end within " + timeLimit.rounded());
      }
    } finally {
      stop(process);
    }
    if (!Files.exists(reply)) {
      throw new ForkFailedException(
          "a fresh JVM ended with code %s and measured nothing%s"
              .formatted(process.exitValue(), lastLines(out)));
    }
    return ForkReply.read(reply);
  }

  private static Process start(List<String> arguments, Path folder, Path out) throws IOException {
    Path file = folder.resolve("arguments");
    writeArguments(file, arguments, systemCharset());
    String java = Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
    ProcessBuilder builder = new ProcessBuilder(java, "@" + file);
    // the options in these variables are already among the arguments of this JVM
    builder
        .environment()
        .keySet()
        .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
    return builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
  }

  /**
   * Writes each argument of the launcher {@code java} to a line of a file, since a class path can
   * be longer than a command line may be.
   */
  static void writeArguments(Path file, List<String> arguments, Charset charset)
      throws IOException {
    // java(1), "java Command-Line Argument Files"
    String text =
        arguments.stream()
            .map(argument -> argument.replace("\\", "\\\\").replace("\"", "\\\""))
            .map(argument -> '"' + argument + "\"\n")
            .collect(Collectors.joining());
    Files.write(file, text.getBytes(charset));
  }

  /**
   * Returns the charset of names of files. The launcher reads the file with it, which on Windows is
   * not UTF-8.
   */
  static Charset systemCharset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));
  }

  private static List<String> options(List<String> chosen) {
    List<String> options = new ArrayList<>(arguments().with(chosen).withDynamicAgentLoading());
    options.addAll(CompilerBlackHole.options(options));
    return options;
  }

  private static List<String> withClassPath(List<String> options) {
    List<String> arguments = new ArrayList<>(options);
    arguments.add("-cp");
    arguments.add(
        Stream.concat(
                Stream.of(System.getProperty("java.class.path")), LauncherHome.find().stream())
            .filter(entry -> !entry.isEmpty())
            .reduce((first, other) -> first + System.getProperty("path.separator") + other)
            .orElse(""));
    return arguments;
  }

  private static List<String> commandLine(List<String> chosen, Path folder) {
    Module own = ForkedJvm.class.getModule();
    List<String> arguments = withClassPath(options(chosen));
    if (own.isNamed()) {
      arguments.add("-m");
      arguments.add(own.getName() + "/" + ForkMain.class.getName());
    } else {
      arguments.add(ForkMain.class.getName());
    }
    arguments.add(folder.resolve("request").toString());
    return arguments;
  }

  private static JvmArguments arguments() {
    return JvmArguments.of(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
  }

  /**
   * Returns the last exception that a JVM printed, without its stack trace, or the last lines if
   * there is none; empty if it printed nothing.
   */
  private static String lastLines(Path out) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(out), Charset.defaultCharset())
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    List<String> exceptions = lines.stream().filter(EXCEPTION).toList();
    List<String> last =
        exceptions.isEmpty()
            ? lines.subList(Math.max(0, lines.size() - MAX_SHOWN_LINES), lines.size())
            : exceptions.subList(exceptions.size() - 1, exceptions.size());
    return last.isEmpty() ? "" : "; it printed: " + String.join(" | ", last).strip();
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // On Windows, a file that another program reads cannot be deleted. The folder is among the
      // system's temporary files, and the measurements do not need it any more.
    }
  }

  /**
   * Finds JUnit's launcher. Builds may run the tests with a launcher that is not on the class path,
   * but the classes of the running one show where it is.
   */
  private static final class LauncherHome {

    private static final String FACTORY = "org.junit.platform.launcher.core.LauncherFactory";
    private static final String PACKAGE = "org.junit.platform.launcher.";

    private LauncherHome() {}

    /**
     * Returns the launcher's jar or folder; empty if it is not found or is a module of this JVM.
     */
    static Optional<String> find() {
      return findOnStack()
          .or(() -> findIn(Thread.currentThread().getContextClassLoader()))
          .or(() -> findIn(ClassLoader.getSystemClassLoader()))
          .flatMap(LauncherHome::location);
    }

    private static Optional<Class<?>> findOnStack() {
      return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)
          .walk(
              frames ->
                  frames
                      .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                      .filter(type -> type.getName().startsWith(PACKAGE))
                      .findFirst());
    }

    private static Optional<Class<?>> findIn(@Nullable ClassLoader loader) {
      try {
        return Stream.ofNullable(loader == null ? null : Class.forName(FACTORY, false, loader))
            .<Class<?>>map(type -> type)
            .findFirst();
      } catch (ClassNotFoundException | LinkageError e) {
        return Optional.empty();
      }
    }

    private static Optional<String> location(Class<?> type) {
      CodeSource source = type.getProtectionDomain().getCodeSource();
      try {
        return type.getModule().isNamed() || source == null || source.getLocation() == null
            ? Optional.empty()
            : Optional.of(Path.of(source.getLocation().toURI()).toString());
      } catch (URISyntaxException | IllegalArgumentException e) {
        return Optional.empty(); // the location is no file
      }
    }
  }
}
