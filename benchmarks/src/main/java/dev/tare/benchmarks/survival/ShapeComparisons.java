package dev.tare.benchmarks.survival;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs {@link ShapeComparison} under five collectors, a JVM each. */
public final class ShapeComparisons {

  private static final List<String> COLLECTORS =
      List.of("G1", "Serial", "Parallel", "Z", "Shenandoah");

  private ShapeComparisons() {}

  /**
   * Prints the rows of all collectors, equal ones once; exits with 1 if a JVM found a difference
   * that has no explanation.
   *
   * @param arguments the folder of the extension's test classes
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    List<String> wrong = new ArrayList<>();
    for (String collector : COLLECTORS) {
      Process jvm = start(collector, arguments[0]);
      String out = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      out.lines()
          .forEach(row -> rows.computeIfAbsent(row, key -> new ArrayList<>()).add(collector));
      if (jvm.waitFor() != 0) {
        wrong.add(collector);
      }
    }
    System.out.println("| shape | root | references | Shark's path is |");
    System.out.println("|---|---|---|---|");
    rows.forEach(
        (row, collectors) ->
            System.out.println(row + (collectors.equals(COLLECTORS) ? "" : " " + collectors)));
    System.out.println("unexplained differences under: " + wrong);
    System.exit(wrong.isEmpty() ? 0 : 1);
  }

  private static Process start(String collector, String testClasses) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+Use" + collector + "GC",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-classpath",
            System.getProperty("java.class.path") + File.pathSeparator + testClasses,
            ShapeComparison.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
