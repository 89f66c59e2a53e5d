package dev.tare.benchmarks;

import com.google.monitoring.runtime.instrumentation.AllocationRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares the cost of a breakdown with Google's allocation instrumenter on the same workloads:
 * JVMs of both in turn, then medians over the JVMs and ratios to unwoven code, and how many
 * workloads each tells to the byte. The argument is the number of rounds.
 */
public final class BreakdownComparison {

  private static final int ROUNDS = 5;

  private final Map<String, List<Long>> values = new TreeMap<>();

  private BreakdownComparison() {}

  /** Runs and prints. */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
    BreakdownComparison comparison = new BreakdownComparison();
    Path google =
        Path.of(
            AllocationRecorder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    for (int i = 0; i < rounds; i++) {
      comparison.run("tare", "-XX:+EnableDynamicAgentLoading");
      comparison.run("google", "-javaagent:" + google);
    }
    comparison.print();
  }

  private void run(String arm, String option) throws IOException, InterruptedException {
    Path out = Files.createTempFile("arm", ".txt");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    int status =
        new ProcessBuilder(java, option, "-cp", classPath, BreakdownArm.class.getName(), arm)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    for (String line : Files.readAllLines(out)) {
      String[] parts = line.split(" ");
      if (parts.length == 3) {
        String key = parts[0] + " " + parts[1];
        values.computeIfAbsent(key, name -> new ArrayList<>()).add(Long.valueOf(parts[2]));
      }
    }
    Files.delete(out);
    if (status != 0) {
      System.out.println(arm + " ended with " + status);
    }
  }

  private void print() {
    values.keySet().stream()
        .filter(key -> key.startsWith("breakdown "))
        .forEach(key -> line("%-32s %,9.1f ms", key.replace("-ns", ""), median(key) / 1e6));
    for (String arm :
        List.of(
            "inactive-application",
            "active-application",
            "inactive-libraries",
            "active-libraries",
            "inactive-jdk",
            "active-jdk",
            "google-inactive",
            "google-active",
            "afterwards")) {
      line("%-32s %9.2f times as slow (median of the workloads)", arm, slowdown(arm));
    }
    for (String told : List.of("told-application", "google-told")) {
      line("%-32s %d of %d exact", told, exact(told), AllocatingWorkloads.all().size());
    }
  }

  private double slowdown(String arm) {
    double[] ratios =
        AllocatingWorkloads.all().keySet().stream()
            .mapToDouble(name -> median(name + " " + arm + "-ns") / median(name + " plain-ns"))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return ratios.length == 0 ? Double.NaN : ratios[ratios.length / 2];
  }

  private long exact(String told) {
    return AllocatingWorkloads.all().keySet().stream()
        .filter(name -> median(name + " " + told + "-bytes") == median(name + " counter-bytes"))
        .count();
  }

  private double median(String key) {
    List<Long> sorted = values.getOrDefault(key, List.of()).stream().sorted().toList();
    return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
  }

  private static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }
}
