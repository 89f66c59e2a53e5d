package dev.tare.internal.agent;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The outcome of a JVM of the same build as this one, started for one main class. Unless its
 * options say otherwise, it uses the same JIT compilers as this one.
 */
public record ChildJvm(int exitCode, String out, String err) {

  /** The option for a child that shows what the optimizing compiler does. */
  public static final String OPTIMIZING = "-XX:TieredStopAtLevel=4";

  /** The options that choose the JIT compilers of this JVM. */
  public static final List<String> COMPILERS =
      ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
          .filter(argument -> argument.startsWith("-XX:TieredStopAtLevel="))
          .toList();

  /** Time after which a child JVM is considered hung, even on a busy machine. */
  private static final long TIMEOUT_SECONDS = 1_800;

  /** Runs a main class on this JVM's class path. */
  public static ChildJvm run(List<String> options, Class<?> main, String... arguments) {
    return run(options, System.getProperty("java.class.path"), main, arguments);
  }

  /** Runs a main class on the given class path. */
  public static ChildJvm run(
      List<String> options, String classPath, Class<?> main, String... arguments) {
    List<String> line = new ArrayList<>(options);
    line.addAll(List.of("-cp", classPath, main.getName()));
    line.addAll(List.of(arguments));
    return start(line);
  }

  /** Runs the java binary with the given arguments. */
  public static ChildJvm start(List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(COMPILERS);
    line.addAll(arguments);
    try {
      Path out = Files.createTempFile("child", ".out");
      Path err = Files.createTempFile("child", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
      // a JVM reports these on its error stream
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      Process process = builder.start();
      try {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException("no end after " + TIMEOUT_SECONDS + " s: " + line);
        }
        return new ChildJvm(
            process.exitValue(), Files.readString(out).strip(), Files.readString(err).strip());
      } finally {
        process.destroyForcibly();
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(line.toString(), e);
    }
  }

  /** Returns the folder or jar that a class was loaded from. */
  public static Path home(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toPath();
  }
}
