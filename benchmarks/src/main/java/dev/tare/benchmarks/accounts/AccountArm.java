package dev.tare.benchmarks.accounts;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.benchmarks.accounts.AccountedBody.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * One JVM: {@code tests 0 5 7} runs the generated test classes with these numbers as a suite and
 * prints a line for each, {@code bytes 0 5 7} prints what those bodies allocate that need a JVM to
 * find out.
 */
public final class AccountArm implements TestExecutionListener {

  static final String TESTS = "tests";
  static final String BYTES = "bytes";

  private static final Pattern OUTCOME = Pattern.compile("tare\\..*\\.outcome");
  private static final Pattern DISTORTIONS = Pattern.compile("\"remarks\":\\[(.*?)\\],\"reason\"");

  private final Map<String, String> entries = new HashMap<>();
  private final Path reports;
  private long started;

  private AccountArm(Path reports) {
    this.reports = reports;
  }

  /** Runs the part given by the arguments. */
  public static void main(String[] arguments) throws Exception {
    List<Integer> numbers = Arrays.stream(arguments).skip(1).map(Integer::valueOf).toList();
    if (arguments[0].equals(BYTES)) {
      for (int number : numbers) {
        AccountedBody body = AccountedBody.of(Long.getLong(AccountedTest.SEED), number);
        if (body instanceof AllocatingBody) {
          System.out.println("expected %s %s".formatted(number, body.expected()));
        }
      }
    } else {
      run(numbers);
    }
    // threads of pools may be left
    System.exit(0);
  }

  private static void run(List<Integer> numbers) throws IOException {
    Path reports = Files.createTempDirectory("accounts");
    String names = AccountedTest.class.getPackageName() + ".";
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(
                    numbers.stream()
                        .map(number -> selectClass(names + AccountedTest.name(number)))
                        .toList())
                .configurationParameter("tare.print", "none")
                .configurationParameter("tare.breakdown", "never")
                .configurationParameter("tare.report.directory", reports.toString())
                .build(),
            new AccountArm(reports));
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      entries.clear();
      started = System.nanoTime();
    }
  }

  @Override
  public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
    entries.putAll(entry.getKeyValuePairs());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest()) {
      result.getThrowable().ifPresent(Throwable::printStackTrace);
      return;
    }
    long nanos = System.nanoTime() - started;
    AccountedBody body = AccountedTest.last();
    body.close();
    Account account = body.account(0);
    String told = message(test, result);
    System.out.println(
        String.format(
            Locale.ROOT,
            "verdict %s %s %.3f %s %s %s; %s",
            test.getUniqueId().replaceAll(".*Case(\\d+).*", "$1"),
            outcome(),
            nanos / 1e9,
            account.least(),
            account.most(),
            body.words(),
            told));
  }

  private String outcome() {
    return entries.entrySet().stream()
        .filter(entry -> OUTCOME.matcher(entry.getKey()).matches())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("none");
  }

  /** Returns the figure with its interval, the reason and its distortions. */
  private String message(TestIdentifier test, TestExecutionResult result) {
    StringBuilder told = new StringBuilder(entries.isEmpty() ? result.toString() : "");
    for (String key : List.of("value", "lower", "upper", "reason")) {
      entries.forEach(
          (name, value) -> {
            if (name.endsWith("." + key)) {
              told.append(key).append(' ').append(value).append(", ");
            }
          });
    }
    return told.append(distortions(test)).toString().replace('\n', ' ');
  }

  private String distortions(TestIdentifier test) {
    String name = test.getUniqueId().replaceAll(".*[.](Case\\d+).*", "$1\"");
    try (Stream<Path> files = Files.list(reports)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher matcher = DISTORTIONS.matcher(line);
          if (line.contains(name) && matcher.find()) {
            return matcher.group(1);
          }
        }
      }
    } catch (IOException e) {
      return e.toString();
    }
    return "no verdicts file";
  }
}
