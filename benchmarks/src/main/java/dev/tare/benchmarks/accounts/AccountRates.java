package dev.tare.benchmarks.accounts;

import dev.tare.benchmarks.accounts.AccountedBody.Account;
import dev.tare.benchmarks.accounts.AccountedBody.Kind;
import dev.tare.benchmarks.verdicts.Burners;
import dev.tare.benchmarks.verdicts.Load;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;

/**
 * Compares verdicts with the accounts that the judged bodies keep of themselves.
 *
 * <pre>mvn -Paccounts -pl benchmarks -am -DskipTests verify</pre>
 *
 * <p>runs tests 0 to 999 of a seed, in fresh JVMs of five tests, quiet and beside a burner on every
 * processor. The same seed gives the same tests; {@code -Daccounts.seed=7 -Daccounts.tests=120-130}
 * runs eleven tests of another seed, {@code -Daccounts.tests=120} one alone, {@code
 * -Daccounts.loads=quiet} without the burner, {@code -Daccounts.kinds=time} those whose kind begins
 * so.
 *
 * <p>A test that is <em>within</em> although its account is over the limit is a wrong pass, one
 * that is <em>exceeded</em> although its account is not over it a wrong failure; of time by more
 * than 25 %. Each is printed with its source and the command that repeats it alone.
 */
public final class AccountRates {

  private static final int OF_EACH_JVM = 5;
  private static final int JVMS_OF_A_SUM = 10;

  private final long seed;
  private final List<Integer> numbers;
  private final Path folder;
  private final Map<Integer, AccountedBody> bodies = new TreeMap<>();
  private final Map<Integer, Double> expected = new HashMap<>();

  private AccountRates(long seed, List<Integer> numbers) throws IOException {
    this.seed = seed;
    this.numbers = numbers;
    this.folder = Files.createTempDirectory("accounts");
  }

  /**
   * Takes the seed, the numbers of the tests as {@code 0-999} or {@code 17}, the loads, and how the
   * names of the kinds begin.
   */
  public static void main(String[] arguments) throws Exception {
    String[] ends = arguments[1].split("-");
    List<Integer> numbers =
        IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
            .filter(
                number -> arguments.length < 4 || Kind.of(number).name().startsWith(arguments[3]))
            .boxed()
            .toList();
    AccountRates rates = new AccountRates(Long.parseLong(arguments[0]), numbers);
    System.out.println(
        "Java %s, seed %s, %s tests of %s"
            .formatted(
                System.getProperty("java.version"), arguments[0], numbers.size(), arguments[1]));
    rates.prepare();
    for (String load : arguments[2].split(",")) {
      rates.run(Load.parse(load));
    }
  }

  private void prepare() throws Exception {
    System.setProperty(AccountedTest.SEED, String.valueOf(seed));
    java(List.of("-Xint"), AccountArm.BYTES, numbers, this::readExpected);
    List<String> sources = new ArrayList<>();
    for (int number : numbers) {
      AccountedBody body = AccountedBody.of(seed, number);
      bodies.put(number, body);
      if (!expected.containsKey(number)) {
        expected.put(number, body.expected());
      }
      Path source = folder.resolve(AccountedTest.name(number) + ".java");
      Files.writeString(source, AccountedTest.source(number, body.annotation(limit(number))));
      sources.add(source.toString());
    }
    List<String> options = new ArrayList<>(List.of("-proc:none", "-d", folder.toString()));
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    options.addAll(sources);
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new))
        != 0) {
      throw new IllegalStateException("the tests do not compile");
    }
  }

  private void readExpected(String line) {
    String[] words = line.split(" ");
    expected.put(Integer.valueOf(words[1]), Double.valueOf(words[2]));
  }

  private double limit(int number) {
    return bodies.get(number).limit(expected.get(number));
  }

  private void run(Load load) throws Exception {
    Map<String, AccountTally> tallies = new TreeMap<>();
    for (int i = 0; i < numbers.size(); i += OF_EACH_JVM) {
      List<Integer> some = numbers.subList(i, Math.min(numbers.size(), i + OF_EACH_JVM));
      Set<Integer> left = new TreeSet<>(some);
      Burners burners = load.light();
      try {
        java(
            List.of("-D" + TimedBody.PACE + "=" + TimedBody.unitNanos()),
            AccountArm.TESTS,
            some,
            line -> {
              left.remove(Integer.valueOf(line.split(" ")[1]));
              read(load, line, tallies);
            });
      } finally {
        burners.putOut();
      }
      left.forEach(
          number -> read(load, "verdict %s none 0 0 0 told no line".formatted(number), tallies));
      if (i / OF_EACH_JVM % JVMS_OF_A_SUM == JVMS_OF_A_SUM - 1) {
        System.out.println(AccountTally.sum(tallies.values()).row(load + " so far"));
      }
    }
    System.out.println();
    System.out.println(load + ", seed " + seed);
    System.out.println(AccountTally.header());
    tallies.forEach((kind, tally) -> System.out.println(tally.row(kind)));
    Map<String, List<AccountTally>> groups = new TreeMap<>();
    tallies.forEach(
        (kind, tally) ->
            groups
                .computeIfAbsent(kind.replaceAll(":.*", ""), name -> new ArrayList<>())
                .add(tally));
    groups.forEach(
        (name, group) -> System.out.println(AccountTally.sum(group).row("all of " + name)));
    System.out.println(AccountTally.sum(tallies.values()).row("all"));
  }

  private void read(Load load, String line, Map<String, AccountTally> tallies) {
    String[] words = line.split(" ", 7);
    int number = Integer.parseInt(words[1]);
    AccountedBody body = bodies.get(number);
    Account account =
        body instanceof TimedBody
            ? new Account(Double.parseDouble(words[4]), Double.parseDouble(words[5]))
            : body.account(expected.get(number));
    double limit = limit(number);
    String kind = Kind.of(number).name();
    String wrong =
        tallies
            .computeIfAbsent(kind, name -> new AccountTally())
            .add(
                words[2],
                Double.parseDouble(words[3]),
                account.passIsWrong(limit),
                account.failureIsWrong(limit));
    if (!wrong.isEmpty() || numbers.size() == 1) {
      System.out.println(
          "%s, %s, %s: %s\n  %s\n  account %s to %s; %s\n  again: %s %s %s %s"
              .formatted(
                  wrong.isEmpty() ? "right" : wrong,
                  words[2],
                  load,
                  kind,
                  body.annotation(limit),
                  account.least(),
                  account.most(),
                  words[6],
                  AccountRates.class.getName(),
                  seed,
                  number,
                  load));
    }
  }

  private void java(List<String> options, String part, List<Integer> some, Consumer<String> lines)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+EnableDynamicAgentLoading");
    command.addAll(options);
    command.add("-D" + AccountedTest.SEED + "=" + seed);
    command.add("-cp");
    command.add(folder + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(AccountArm.class.getName());
    command.add(part);
    some.forEach(number -> command.add(String.valueOf(number)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader reader = process.inputReader()) {
      reader
          .lines()
          .filter(line -> line.startsWith("verdict ") || line.startsWith("expected "))
          .forEach(lines);
    }
    process.waitFor();
  }
}
