package dev.tare.benchmarks.verdicts;

import dev.tare.model.Verdict.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts verdicts about methods whose true ratio is known, quiet and with a burner on every
 * processor: what a user can expect of this machine and JVM.
 *
 * <pre>mvn -Pverdicts -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>gives 1,000 verdicts on equal methods, 300 at the limit and 100 of each slower one under each
 * load, in fresh JVMs one after the other, which takes more than two hours; {@code
 * -Dverdicts=quick} gives 20, 6 and 3, in some minutes. Other numbers, and one load alone: {@code
 * -Dverdicts=200,50,20 -Dverdicts.loads=quiet}; {@code -Dverdicts.lines=true} prints each verdict.
 * {@code -Dverdicts.methods=called} compares methods that call work in classes of its own; see
 * {@link VerdictArm} for the others, and for one JVM alone. A run that is stopped has told what it
 * found: each JVM's end prints the counts so far.
 */
public final class VerdictRates {

  private static final Map<String, String> FORMS =
      Map.of("full", "1000,300,100", "quick", "20,6,3");

  /** Number of verdicts on equal methods in each JVM; the others in proportion. */
  private static final int OF_EACH_JVM = 20;

  private final Map<Load, Map<Question, Tally>> tallies = new EnumMap<>(Load.class);
  private final int[] numbers;
  private final String methods;
  private final boolean lines;
  private final int jvms;

  private VerdictRates(String numbers, String loads, String methods, boolean lines) {
    int[] three =
        Arrays.stream(FORMS.getOrDefault(numbers, numbers).split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    this.numbers = new int[Question.values().length];
    Arrays.fill(this.numbers, three[2]);
    this.numbers[0] = three[0];
    this.numbers[1] = three[1];
    this.methods = methods;
    this.lines = lines;
    this.jvms = Math.max(1, Arrays.stream(three).max().orElseThrow() / OF_EACH_JVM);
    for (String load : loads.split(",")) {
      Map<Question, Tally> tally = new EnumMap<>(Question.class);
      Arrays.stream(Question.values()).forEach(one -> tally.put(one, new Tally(one)));
      tallies.put(Load.parse(load), tally);
    }
  }

  /** Takes the numbers or their form, the loads, the methods, and whether to print each verdict. */
  public static void main(String[] arguments) throws Exception {
    VerdictRates rates =
        new VerdictRates(
            arguments[0], arguments[1], arguments[2], Boolean.parseBoolean(arguments[3]));
    System.out.println("Java " + System.getProperty("java.version"));
    System.out.println("so far: failed/cannot tell/given");
    for (int jvm = 0; jvm < rates.jvms; jvm++) {
      for (Load load : rates.tallies.keySet()) {
        rates.run(load, jvm);
        rates.printBrief(load, jvm);
      }
    }
    rates.tallies.forEach(VerdictRates::print);
  }

  private void run(Load load, int jvm) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+EnableDynamicAgentLoading");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(VerdictArm.class.getName(), String.valueOf(jvm)));
    for (int number : numbers) {
      command.add(String.valueOf(number * (jvm + 1) / jvms - number * jvm / jvms));
    }
    command.add(methods);
    Burners burners = load.light();
    try {
      follow(load, command);
    } finally {
      burners.putOut();
    }
  }

  private void follow(Load load, List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader reader = process.inputReader()) {
      reader.lines().forEach(line -> read(load, line));
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(process.exitValue() + " from " + command);
    }
  }

  private void read(Load load, String line) {
    String[] words = line.split(" ", 5);
    Tally tally = tallies.get(load).get(Question.valueOf(words[1]));
    if (words[0].equals("truth")) {
      tally.addTruth(words[2].toLowerCase(Locale.ROOT), Double.parseDouble(words[3]));
      return;
    }
    Outcome outcome = Outcome.valueOf(words[2]);
    tally.add(outcome, Double.parseDouble(words[3]) / 1e9);
    if (lines || Question.valueOf(words[1]).isWrong(outcome)) {
      System.out.println("  " + load + " " + line);
    }
  }

  private void printBrief(Load load, int jvm) {
    System.out.println(
        "%s, JVM %s of %s: %s"
            .formatted(
                load,
                jvm + 1,
                jvms,
                tallies.get(load).values().stream()
                    .map(Tally::brief)
                    .collect(Collectors.joining(", "))));
  }

  private static void print(Load load, Map<Question, Tally> tally) {
    System.out.println();
    System.out.println(load + ", limit " + Question.LIMIT);
    System.out.println(Tally.header());
    tally.values().forEach(one -> System.out.println(one.row()));
  }
}
