package dev.tare.benchmarks.graphs;

import dev.tare.heap.ObjectGraph;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.github.jamm.MemoryMeter;

/**
 * Everything that is promised of the speed and the memory of Tare's object profiler, measured in
 * JVMs of this one's build, one after the other:
 *
 * <pre>mvn -Pgraphs -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>takes about seven minutes on a quiet machine and 8 GB of memory; {@code -Dgraphs=quick} takes
 * about one and says less.
 */
public final class PeerGraphComparison {

  /** JVM options that the peers need to read the graphs of this package; Tare needs none. */
  private static final List<String> FOR_PEERS =
      List.of(
          "-Djdk.attach.allowAttachSelf=true",
          "-Djol.magicFieldOffset=true",
          "-javaagent:" + jarOf(MemoryMeter.class),
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED");

  /** Longer than any part takes on a machine that has something else to do. */
  private static final int MOST_MINUTES = 20;

  private final boolean quick;
  private final List<String> failures = new ArrayList<>();

  private PeerGraphComparison(boolean quick) {
    this.quick = quick;
  }

  /** Takes {@code full} or {@code quick}. */
  public static void main(String[] arguments) throws Exception {
    PeerGraphComparison comparison = new PeerGraphComparison(List.of(arguments).contains("quick"));
    long start = System.nanoTime();
    comparison.race("-XX:+UseG1GC", comparison.quick ? 8 : 1);
    comparison.race("-XX:+UseZGC", comparison.quick ? 8 : 2);
    comparison.marking();
    comparison.ownMemory();
    comparison.growth();
    comparison.firstCall();
    System.out.printf(Locale.ROOT, "%ntook %d s%n", (System.nanoTime() - start) / 1_000_000_000);
    if (!comparison.failures.isEmpty()) {
      comparison.failures.forEach(System.out::println);
      System.exit(1);
    }
  }

  private void race(String collector, int share) throws IOException, InterruptedException {
    System.out.printf("%nSpeed under %s, medians of calls in turns%n%n", collector);
    List<String> options = new ArrayList<>(FOR_PEERS);
    options.addAll(List.of(collector, "-Xms5g", "-Xmx5g"));
    run(options, SpeedRace.class, quick ? "3" : "5", String.valueOf(share));
  }

  private void marking() throws IOException, InterruptedException {
    System.out.printf("%nWalks beside the serial collector's marking, medians%n%n");
    Path log = Files.createTempFile("marking", ".log");
    run(
        List.of("-XX:+UseSerialGC", "-Xms5g", "-Xmx5g", "-Xlog:gc+phases:file=" + log),
        SerialMarking.class,
        quick ? "8" : "2",
        log.toString());
    Files.delete(log);
  }

  private void ownMemory() throws IOException, InterruptedException {
    for (String collector : List.of("-XX:+UseG1GC", "-XX:+UseZGC")) {
      System.out.printf("%nMemory of Tare's own under %s%n%n", collector);
      run(List.of(collector, "-Xmx4g"), OwnMemory.class, quick ? "8" : "1");
    }
  }

  private void growth() throws IOException, InterruptedException {
    System.out.printf("%nTime an object, of few and of many%n%n");
    run(List.of("-XX:+UseG1GC", "-Xms7g", "-Xmx7g"), GraphGrowth.class, quick ? "5" : "50");
  }

  /** Times first calls in JVMs without a shared class archive. */
  private void firstCall() throws IOException, InterruptedException {
    System.out.printf("%nFirst call in a fresh JVM, medians%n%n");
    firstCalls("agent loaded by itself", List.of("-XX:+UseG1GC"));
    String jar = jarOf(ObjectGraph.class);
    if (jar.endsWith(".jar")) {
      firstCalls("agent on the command line", List.of("-XX:+UseG1GC", "-javaagent:" + jar));
    } else {
      failures.add("no agent on the command line: Tare is in the folder " + jar);
    }
  }

  private void firstCalls(String title, List<String> options)
      throws IOException, InterruptedException {
    int calls = quick ? 3 : 21;
    Path answers = Files.createTempFile("first-calls", ".txt");
    for (int i = 0; i < calls; i++) {
      run(options, ProcessBuilder.Redirect.appendTo(answers.toFile()), FirstCall.class);
    }
    System.out.printf(
        Locale.ROOT,
        "  %-26s agent %6.1f ms, then sizeOf %6.1f ms%n",
        title,
        median(answers, 0),
        median(answers, 1));
    Files.delete(answers);
  }

  private static double median(Path answers, int column) throws IOException {
    double[] nanos =
        Files.readAllLines(answers).stream()
            .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[column]))
            .sorted()
            .toArray();
    return nanos.length == 0 ? Double.NaN : nanos[nanos.length / 2] / 1e6;
  }

  private void run(List<String> options, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    run(options, ProcessBuilder.Redirect.INHERIT, main, arguments);
  }

  /** A part that fails is named at the end and does not keep the others from running. */
  private void run(
      List<String> options, ProcessBuilder.Redirect out, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.add("-XX:+EnableDynamicAgentLoading");
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(Arrays.asList(arguments));
    // the peers warn on this stream; it is shown only of a part that failed
    Path errors = Files.createTempFile("errors", ".txt");
    Process process =
        new ProcessBuilder(line).redirectOutput(out).redirectError(errors.toFile()).start();
    boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    if (!ended || process.exitValue() != 0) {
      failures.add(
          "could not run "
              + main.getSimpleName()
              + " with "
              + options
              + ": "
              + (ended ? "exit code " + process.exitValue() : "no end in " + MOST_MINUTES + " min")
              + System.lineSeparator()
              + Files.readString(errors).lines().limit(20).collect(Collectors.joining("\n")));
    }
    Files.delete(errors);
  }

  private static String jarOf(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getPath();
  }
}
