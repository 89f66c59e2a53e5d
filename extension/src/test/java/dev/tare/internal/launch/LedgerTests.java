package dev.tare.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.jupiter.MaxCalls;
import dev.tare.model.Budget;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Sampling;
import dev.tare.unit.Count;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTests {

  @TempDir Path folder;

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  @Test
  void testsWithoutVerdictAreListedWithTheReason() {
    Ledger ledger = ledger(Map.of());
    ledger.add(report("adds"));
    ledger.close(
        List.of(),
        Map.of(
            new Report.TestId("com.shop.CartTests", "adds", ""),
            "aborted: is inconclusive",
            new Report.TestId("com.shop.CartTests", "fills", ""),
            "skipped:\nfor now"),
        "");

    assertThat(printed())
        .containsSubsequence(
            "Tare: 1 test with a limit did not run:", "  CartTests.fills(): skipped: for now");
  }

  @Test
  void nothingIsPrintedWithoutVerdictsOrIfSwitchedOff() {
    Ledger silent = ledger(Map.of(ConfigurationKey.PRINT.key(), "none"));
    silent.add(report("adds"));
    silent.close();
    ledger(Map.of()).close();

    assertThat(printed()).isEmpty();
  }

  @Test
  void tableHasTheVerdictsWhenTheirFileCannotBeWritten() throws IOException {
    Path occupied = Files.createFile(folder.resolve("occupied"));
    Ledger ledger = ledger(Map.of(ConfigurationKey.REPORT_DIRECTORY.key(), occupied.toString()));

    ledger.add(report("adds"));
    ledger.close();

    assertThat(printed())
        .contains("Tare cannot write " + occupied)
        .contains("tare.report.directory names another folder")
        .contains("CartTests.adds()")
        .contains("1 within\n"); // without the address of the page
  }

  private String printed() {
    return console.toString(StandardCharsets.UTF_8);
  }

  private Ledger ledger(Map<String, String> keys) {
    return new Ledger(configuration(keys), new PrintStream(console, true, StandardCharsets.UTF_8));
  }

  private static Configuration configuration(Map<String, String> keys) {
    return new Configuration(
        key ->
            key.equals(ConfigurationKey.REPORT_DIRECTORY.key())
                ? Optional.of(keys.getOrDefault(key, "none"))
                : Optional.ofNullable(keys.get(key)));
  }

  private static Report report(String method) {
    Count one = new Count(1);
    Budget budget = Budget.atMost(MaxCalls.Calls.FIGURE, one);
    return new Report(
        new Report.TestId("com.shop.CartTests", method, ""),
        List.of(
            budget.judge(Observed.exact(budget.figure(), one, Sampling.single(one), List.of()))));
  }
}
