package dev.tare.internal.weight;

import dev.tare.internal.render.OneLine;
import dev.tare.model.Measurement.Observed;
import dev.tare.model.Report;
import dev.tare.model.Report.TestId;
import dev.tare.model.Verdict;
import dev.tare.model.Verdict.Inconclusive;
import dev.tare.unit.Count;
import dev.tare.unit.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;

/** Promises that a run has not decided: always inconclusive ones, and those of tests not run. */
@API(status = API.Status.INTERNAL, since = "0.1")
public final class UndecidedPromises {

  private static final Comparator<TestId> BY_NAME =
      Comparator.comparing(TestId::className).thenComparing(TestId::method);

  private final Map<TestId, Map<String, List<Verdict>>> verdicts = new TreeMap<>(BY_NAME);
  private final Map<TestId, String> notRun = new TreeMap<>(BY_NAME);

  /**
   * Finds the undecided promises in the reports of a run.
   *
   * @param notRun the tests with promises that neither passed nor failed, each with the reason
   */
  public UndecidedPromises(Collection<Report> reports, Map<TestId, String> notRun) {
    this.notRun.putAll(notRun);
    for (Report report : reports) {
      this.notRun.remove(report.test());
      for (Verdict verdict : report.verdicts()) {
        verdicts
            .computeIfAbsent(report.test(), test -> new TreeMap<>())
            .computeIfAbsent(verdict.budget().figure().noun(), figure -> new ArrayList<>())
            .add(verdict);
      }
    }
  }

  /**
   * Returns sentences for the end of a run: the number of tests that were not run, or each of them,
   * and each promise that was inconclusive in all invocations.
   *
   * @param each whether each has a line
   * @param key the configuration key that lists them
   */
  public List<String> sentences(boolean each, String key) {
    List<String> lines = new ArrayList<>();
    String tests = Count.withNoun(notRun.size(), "test with a limit", "tests with limits");
    if (!each) {
      return notRun.isEmpty()
          ? List.of()
          : List.of("%s did not run; -D%s lists why".formatted(tests, key));
    }
    if (!notRun.isEmpty()) {
      lines.add(tests + " did not run:");
      notRun.forEach((test, reason) -> lines.add(line(test, "", reason)));
    }
    List<String> inconclusive = inconclusive();
    if (!inconclusive.isEmpty()) {
      lines.add(
          Count.withNoun(inconclusive.size(), "limit was", "limits were")
              + " inconclusive in each invocation:");
      lines.addAll(inconclusive);
    }
    return lines;
  }

  private List<String> inconclusive() {
    List<String> lines = new ArrayList<>();
    verdicts.forEach(
        (test, figures) ->
            figures.forEach(
                (figure, all) -> {
                  if (all.stream().allMatch(Inconclusive.class::isInstance)) {
                    lines.add(line(test, " " + figure, remedy(all)));
                  }
                }));
    return lines;
  }

  private static String line(TestId test, String figure, String text) {
    String name = new TestId(test.className(), test.method(), "").shortName();
    return "  " + name + figure + ": " + OneLine.of(text);
  }

  /** Returns the limit that would hold, or the reason why none would. */
  private static String remedy(List<Verdict> verdicts) {
    for (Verdict verdict : verdicts) {
      boolean isIntervalAlone =
          verdict.observed().map(verdict.budget()::judge).filter(verdict::equals).isPresent();
      if (!isIntervalAlone) {
        return ((Inconclusive) verdict).reason();
      }
    }
    Quantity largest =
        verdicts.stream()
            .flatMap(verdict -> verdict.observed().stream())
            .<Quantity>map(Observed::upper)
            .max(Quantity::compare)
            .orElseThrow();
    String limit = largest.asBudget();
    return "limit %s would hold".formatted(limit.isEmpty() ? largest.exact() : limit);
  }
}
