package dev.tare.internal.launch;

import dev.tare.extension.Configuration;
import dev.tare.extension.ConfigurationKey;
import dev.tare.internal.render.ClosingTable;
import dev.tare.internal.render.OneLine;
import dev.tare.internal.weight.WeightLocks;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.unit.Count;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** Collects all reports of one run and prints the closing table when its last engine is done. */
public final class Ledger implements AutoCloseable {

  private static final Namespace NAMESPACE = Namespace.create(Ledger.class);

  private final Configuration configuration;
  private final Configuration.Print print;
  private final VerdictFile file;
  private @Nullable WeightLocks weights;
  private final ExportFiles exports;
  private final PrintStream console;
  private final List<Report> reports = new ArrayList<>();
  private final List<String> unbroken = new ArrayList<>();
  private int proofs;
  private final AtomicInteger unjudged = new AtomicInteger();

  Ledger(Configuration configuration, PrintStream console) {
    this(configuration, console, new ExportFiles(), 1);
  }

  /**
   * @param exports the files of all runs of a launcher, or of this run alone
   * @param run the number of the run in this JVM
   */
  Ledger(Configuration configuration, PrintStream console, ExportFiles exports, int run) {
    this.configuration = configuration;
    this.print = configuration.print();
    this.file = VerdictFile.of(configuration, run);
    this.exports = exports;
    this.console = console;
  }

  /**
   * Returns the ledger of the run that the context belongs to; without a launcher's run, that of
   * its engine.
   */
  public static Ledger of(ExtensionContext context, Configuration configuration) {
    return LauncherRun.of(context.getUniqueId())
        .map(run -> of(run, configuration))
        .orElseGet(
            () ->
                context
                    .getRoot()
                    .getStore(NAMESPACE)
                    .getOrComputeIfAbsent(
                        OfEngine.class,
                        key -> new OfEngine(new Ledger(configuration, System.out)),
                        OfEngine.class)
                    .ledger());
  }

  /**
   * The ledger of an engine, which JUnit closes. Assertions of programs use ledgers where JUnit,
   * whose type this is, may be absent.
   */
  private record OfEngine(Ledger ledger) implements CloseableResource, AutoCloseable {

    @Override
    public void close() {
      ledger.close();
    }
  }

  /** Returns the ledger of a run. */
  public static Ledger of(LauncherRun run, Configuration configuration) {
    return run.ledger(configuration, System.out);
  }

  /**
   * Adds a report to the closing table and to the verdicts file. If the file cannot be written, the
   * report is still in the table.
   *
   * @return the path of the verdicts file, for messages; empty if the file does not hold the report
   */
  public synchronized Optional<String> add(Report report) {
    reports.add(report);
    return file.append(report);
  }

  /** Returns the weights that the tests of the run are compared with. */
  public synchronized WeightLocks weights() {
    WeightLocks opened = weights;
    if (opened == null) {
      opened = new WeightLocks(configuration);
      weights = opened;
    }
    return opened;
  }

  /**
   * Adds what became of a promise that was broken on purpose.
   *
   * @param asItIs the verdict on the test as it is
   * @param obstacle the promise and why it cannot fail; empty if it can
   */
  public synchronized void addProof(TestId test, Verdict asItIs, String obstacle) {
    file.appendProof(test, asItIs, obstacle);
    addProof(test, obstacle);
  }

  private void addProof(TestId test, String obstacle) {
    proofs++;
    if (!obstacle.isEmpty()) {
      unbroken.add(test.shortName() + ": " + obstacle);
    }
  }

  /** Counts a test or an assertion whose body ran once, if at all, while Tare was switched off. */
  public void addUnjudged() {
    unjudged.incrementAndGet();
  }

  @Override
  public void close() {
    close(List.of(), Map.of(), "");
  }

  /**
   * Prints the closing table and writes the exports.
   *
   * @param notes sentences that are printed above the table
   * @param unrun tests with promises that neither passed nor failed, each with the reason
   * @param census the table of the census, which is printed above the closing table; may be empty
   */
  synchronized void close(List<String> notes, Map<TestId, String> unrun, String census) {
    if (configuration.proves()) {
      unrun.forEach((test, reason) -> addProof(test, "did not run, " + reason));
    }
    if (unjudged.get() > 0) {
      console.println(
          "Tare is off (%s = false); tests and assertions that were not judged: %s"
              .formatted(ConfigurationKey.ENABLED.key(), unjudged.get()));
    }
    List<String> sentences = new ArrayList<>(notes);
    if (weights != null) {
      sentences.addAll(weights.close());
    }
    sentences.forEach(sentence -> console.println("Tare: " + sentence));
    file.missing().ifPresent(sentence -> console.println("Tare " + sentence));
    if (!reports.isEmpty() || proofs > 0) {
      exports.add(configuration, reports);
      exports.endRun().forEach(sentence -> console.println("Tare " + sentence));
    }
    if (print == Configuration.Print.NONE) {
      return;
    }
    if (!census.isEmpty()) {
      console.println(census);
    }
    if (!reports.isEmpty()) {
      console.println(ClosingTable.render(reports, ExportFiles.page(configuration).orElse(null)));
    }
    if (proofs > 0) {
      unbroken.forEach(promise -> console.println("  " + OneLine.of(promise)));
      console.println(
          "Tare: %s of %s can fail"
              .formatted(proofs - unbroken.size(), Count.withNoun(proofs, "promise", "promises")));
    } else {
      printUnrun(new HashMap<>(unrun));
    }
  }

  private void printUnrun(Map<TestId, String> unrun) {
    reports.forEach(report -> unrun.remove(withoutInvocation(report.test())));
    if (unrun.isEmpty() || !configuration.enabled()) {
      return;
    }
    String tests = Count.withNoun(unrun.size(), "test with a limit", "tests with limits");
    console.println("Tare: %s did not run:".formatted(tests));
    unrun.entrySet().stream()
        .map(test -> "  %s: %s".formatted(test.getKey().shortName(), OneLine.of(test.getValue())))
        .sorted()
        .forEach(console::println);
  }

  private static TestId withoutInvocation(TestId test) {
    return new TestId(test.className(), test.method(), "");
  }
}
